import { startTable } from "./table.js";

/** The script of a page that is one table: `data-view` names the module that exports `table`. */
const { view } = document.querySelector("[data-table]")?.dataset ?? {};

if (view !== undefined) startTable((await import(`./${view}-view.js`)).table);
