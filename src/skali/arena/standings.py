"""Who is how good: win shares and mean scores with intervals, ratings by Plackett and Luce."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import Any

from skali.arena.measures import mean_interval, share_interval
from skali.arena.plan import Plan, need


def standings(plan: Plan, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each agent, best rating first. The records are in the order of their games."""
    rated = ratings(plan.agents, records)
    rows = []
    for agent in plan.agents:
        seats = [seat for record in records for seat in record["seats"] if seat["agent"] == agent]
        if not seats:
            continue
        shares = [seat["share"] for seat in seats]
        by_deal: dict[int, list[float]] = defaultdict(list)
        for record in records:
            by_deal[record["deal"]] += [float(seat["score"]) for seat in record["seats"] if seat["agent"] == agent]
        deals = [fmean(scores) for scores in by_deal.values() if scores]
        mu, sigma = rated[agent]
        rows.append(
            {
                "agent": agent,
                "games": len(seats),
                "win_share": fmean(shares),
                "interval": list(share_interval(sum(shares), len(shares))),
                "mean_score": fmean(float(seat["score"]) for seat in seats),
                "score_interval": list(mean_interval(deals)),
                "rating": mu,
                "rating_deviation": sigma,
                "decisions": sum(seat["decisions"] for seat in seats),
                "forfeits": sum(seat["forfeits"] for seat in seats),
            }
        )
    return sorted(rows, key=lambda row: -row["rating"])


def ratings(agents: list[str], records: list[dict[str, Any]]) -> dict[str, tuple[float, float]]:
    """Mean and deviation of each agent's rating, game after game. One that sits twice gets the mean of what its seats would get."""
    model = need("openskill.models", "arena").PlackettLuce()
    rated = {agent: (model.mu, model.sigma) for agent in agents}
    for record in records:
        names = [seat["agent"] for seat in record["seats"]]
        if len(set(names)) < 2:
            continue
        teams = [[model.rating(*rated[name])] for name in names]
        after = model.rate(teams, ranks=[float(seat["rank"]) for seat in record["seats"]])
        gained: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for name, (rating,) in zip(names, after):
            gained[name].append((rating.mu, rating.sigma))
        for name, got in gained.items():
            rated[name] = (fmean(mu for mu, _ in got), fmean(sigma for _, sigma in got))
    return rated
