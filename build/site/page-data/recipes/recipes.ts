import type { World } from "../../../api/endpoint.ts";
import type { TreeName } from "../../../api/trees.ts";
import { DASHBOARDS } from "./dashboard.ts";
import { PORTFOLIO } from "./portfolio.ts";
import { PROGRAMS } from "./program.ts";
import type { Recipe } from "./recipe.ts";
import { TABLES } from "./table.ts";

/** Every recipe, in the order of the index. */
export const recipes: readonly Recipe[] = [...PORTFOLIO, ...DASHBOARDS, ...TABLES, ...PROGRAMS];

export function findRecipe(id: string): Recipe | undefined {
  return recipes.find((recipe) => recipe.id === id);
}

/** The pages of the recipes. `missing`: this site lacks files that the snippet reads. */
export function computeRecipePages({ leftOut = [] }: World) {
  const lacks = (tree: TreeName | undefined) => leftOut.some((one) => one.tree === tree && one.coveredCoins === 0);
  return recipes.map(({ snippets, ...recipe }) => ({
    ...recipe,
    snippets: snippets.map(({ id, title, text, language, tree }) => ({
      id,
      title,
      text,
      language,
      missing: lacks(tree),
    })),
  }));
}
