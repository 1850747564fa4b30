/** Opens the details element that a link within a page or from elsewhere leads to, or into. */
function openTarget() {
  // The ids of these pages are the same in an address: a hash that cannot be decoded is none.
  const details = document.getElementById(location.hash.slice(1))?.closest("details");
  if (details) details.open = true;
}

openTarget();
addEventListener("hashchange", openTarget);
