/** Every limit of a public route is listed in docs/access.md, with who can use it up. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const counted = (): Set<string> => {
  const names = new Set<string>()
  for (const file of globSync(['api/endpoints/*.ts', 'api/http/*.ts', 'api/app.ts'])) {
    const text = readFileSync(file, 'utf8')
    for (const [, name] of text.matchAll(/(?:key: `|siteKey\(['`])([a-z][a-z-]*)/g))
      names.add(name!)
  }
  return names
}

const documented = (): string[] => {
  const text = readFileSync('docs/access.md', 'utf8')
  const [, section = ''] = text.split('## Limits without an access token')
  return [...section.split('\n## ')[0]!.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name!)
}

test('the limits of docs/access.md are those of the code', () => {
  expect(documented().length).toBeGreaterThan(10)
  expect(documented().toSorted()).toEqual([...counted()].toSorted())
})
