/** Names the path that has no page: one file answers all of them. */
const place = document.querySelector("[data-missing-path]");
if (place !== null) place.textContent = location.pathname;
