"""The lock of a room: one at a time, in turn, and nobody who has gone keeps it."""

import asyncio

from skali.hall.room import Lock


def test_who_waits_for_the_lock_gets_it_in_turn_and_nobody_takes_it_before() -> None:
    async def run() -> list[str]:
        lock, had = Lock(), list[str]()

        async def hold(name: str) -> None:
            async with lock:
                had.append(name)
                await asyncio.sleep(0)
                assert not lock.take()

        assert lock.take() and not lock.take()
        waiting = [asyncio.create_task(hold(name)) for name in "abc"]
        await asyncio.sleep(0)
        assert not had
        lock.release()
        assert not lock.take(), "it belongs to who has waited"
        await asyncio.gather(*waiting)
        assert lock.take()
        return had

    assert asyncio.run(run()) == ["a", "b", "c"]


def test_who_gives_up_waiting_does_not_keep_the_lock() -> None:
    async def run() -> None:
        lock = Lock()
        assert lock.take()

        async def hold() -> None:
            async with lock:
                await asyncio.sleep(0)

        early, late, last = (asyncio.create_task(hold()) for _ in range(3))
        await asyncio.sleep(0)
        early.cancel()  # while it waits
        await asyncio.sleep(0)
        lock.release()
        late.cancel()  # when it has been handed the lock, and does not know yet
        await asyncio.gather(early, late, last, return_exceptions=True)
        assert early.cancelled() and late.cancelled() and not last.cancelled()
        assert lock.take()

    asyncio.run(run())
