/** Opens the details element that a link within a page or from elsewhere leads to, or into. */
function openTarget() {
  const id = decodeURIComponent(location.hash.slice(1));
  const details = id === "" ? null : document.getElementById(id)?.closest("details");
  if (details) details.open = true;
}

openTarget();
addEventListener("hashchange", openTarget);
