import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  API_VERSION,
  CHANGELOG,
  changelogPage,
  NEXT_RELEASE,
  releasesIn,
  UNRELEASED,
} from '../../api/documents/changelog.ts'
import { releaseFaults } from '../../api/documents/last-release.ts'
import { NEXT_MAJOR } from '../../api/next-major.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

test('reads releases, sections and items from Markdown', () => {
  const markdown =
    '# Log\n\nWords.\n\n## 2.0.0\n\n### Added\n\n- A.\n- B.\n\n### Removed\n\n- C.\n\n## 1.0.0\n'
  const nothing = { added: [], changed: [], removed: [], fixed: [], improved: [] }
  expect(releasesIn(markdown)).toEqual([
    { ...nothing, version: '2.0.0', added: ['A.', 'B.'], removed: ['C.'] },
    { ...nothing, version: '1.0.0' },
  ])
})

test.each([
  [
    'a section that no release has',
    '## 1.0.0\n\n### Broken\n',
    'docs/changelog.md:3: Broken is not one of',
  ],
  [
    'an item outside a section',
    '## 1.0.0\n\n- A.\n',
    'docs/changelog.md:3: this item is in no section',
  ],
])('refuses %s and names its line', (_, markdown, message) => {
  expect(() => releasesIn(markdown)).toThrow(message)
})

test('contains every item of the page, the newest release first', () => {
  const releases = [...(NEXT_RELEASE ? [NEXT_RELEASE] : []), ...CHANGELOG]
  const items = releases.flatMap(({ version: _, ...sections }) => Object.values(sections).flat())
  expect(items).toEqual(
    read('docs/changelog.md')
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .map((line) => line.slice(2)),
  )
  const order = CHANGELOG.map(({ version }) => version)
  const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true })
  expect(order).toEqual(order.toSorted(newestFirst))
  expect(new Set(order).size).toBe(order.length)
  expect(order.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  for (const { version, ...sections } of releases)
    expect(Object.values(sections).flat().length, version).toBeGreaterThan(0)
})

test('lists only releases, and the current version is the first', () => {
  const versions = changelogPage().data.map(({ version }) => version)
  expect(versions[0]).toBe(API_VERSION)
  expect(versions).not.toContain(UNRELEASED)
  expect(releaseFaults((JSON.parse(read('package.json')) as { version: string }).version)).toEqual(
    [],
  )
})

test('states the breaking changes of the next release in its own section', () => {
  const breaks = Object.keys(NEXT_MAJOR?.changes ?? {}).length > 0
  const said = [NEXT_RELEASE?.changed ?? [], NEXT_RELEASE?.removed ?? []].flat()
  expect(breaks && said.length === 0).toBe(false)
})

test('lists removals under "Removed", never under "Added"', () => {
  const gone = /\b(?:(?:is|are|was|were) (?:gone|removed)|no longer (?:takes|has|exists?))\b/
  expect(CHANGELOG.flatMap(({ added }) => added).filter((line) => gone.test(line))).toEqual([])
})
