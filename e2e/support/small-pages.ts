import type { Page } from '@playwright/test';

/** Makes the pages of a list two records long. Returns the queries of its requests, as they are made. */
export async function smallPages(page: Page, list: string): Promise<readonly URLSearchParams[]> {
  const queries: URLSearchParams[] = [];
  await page.route(`**/v1/${list}?*`, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '2');
    queries.push(url.searchParams);
    await route.continue({ url: url.href });
  });
  return queries;
}
