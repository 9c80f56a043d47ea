/** The buttons and the slider around a position; Python draws it. */
function render({ model, el }) {
  const page = document.createElement("div");
  page.className = "skali-saga";
  const bar = document.createElement("div");
  bar.className = "skali-bar";
  const button = (text, label, target) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", () => go(target()));
    bar.append(made);
    return made;
  };
  const go = (step) => {
    model.set("step", Math.min(Math.max(step, 0), model.get("last")));
    model.save_changes();
  };
  const first = button("⏮", "first position", () => 0);
  const back = button("◀", "one move back", () => model.get("step") - 1);
  const on = button("▶", "one move on", () => model.get("step") + 1);
  const end = button("⏭", "last position", () => model.get("last"));
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = "0";
  slider.setAttribute("aria-label", "position");
  slider.addEventListener("input", () => go(Number(slider.value)));
  const told = document.createElement("span");
  told.setAttribute("aria-live", "polite");
  bar.append(slider, told);
  const board = document.createElement("div");
  board.className = "skali-board";
  page.append(bar, board);
  el.append(page);

  const showStep = () => {
    const step = model.get("step");
    const last = model.get("last");
    slider.max = String(last);
    slider.value = String(step);
    first.disabled = back.disabled = step === 0;
    on.disabled = end.disabled = step === last;
  };
  const showBoard = () => {
    board.innerHTML = model.get("svg");
    told.textContent = `${model.get("step")} / ${model.get("last")} ${model.get("said")}`;
  };
  model.on("change:step", showStep);
  model.on("change:svg", showBoard);
  model.on("change:said", showBoard);
  showStep();
  showBoard();
}

export default { render };
