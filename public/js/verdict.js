import "./age.js";
import { isOverdue } from "./describe-freshness.js";

/** Says that a page about the site's health is too old to tell, by the reader's clock. */
const MINUTE_MS = 60_000;
const box = document.querySelector("[data-verdict]");

function update() {
  if (!isOverdue(Date.parse(box.dataset.verdict), Date.now())) return;
  box.classList.replace("good", "bad");
  box.querySelector(".verdict-sign").textContent = "!";
  box.querySelector("[data-verdict-title]").textContent = "No new build";
  box.querySelector("[data-verdict-old]").hidden = false;
}

if (box !== null) {
  update();
  setInterval(update, MINUTE_MS);
  document.addEventListener("visibilitychange", update);
}
