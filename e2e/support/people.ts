import type { Locator, Page } from '@playwright/test';

/** Chooses in a combobox of people or groups by typing. */
export const pick = async (field: Locator, typed: string, name: string | RegExp) => {
  await field.fill(typed);
  await field.page().getByRole('option', { name }).click();
};

/** Opens the menu of a person, a group or a policy, and chooses an action. */
export const actionsOf = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
