import "./converter.js";
import { CURRENCIES } from "./currency-view.js";
import { startTable } from "./table.js";

startTable(CURRENCIES);
