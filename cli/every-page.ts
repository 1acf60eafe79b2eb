import type { Page } from '#platform/core/lists/paging.ts'

/** Collects all records of a list, page by page. */
export const everyPage = async <Item>(
  list: (paging: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> => {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const page: Page<Item> = await list({ limit: 100, ...(cursor && { cursor }) })
    items.push(...page.data)
    cursor = page.nextCursor
  } while (cursor)
  return items
}
