import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { ID_PREFIXES } from '#platform/core/records/ids.ts'
import { root } from '../../dev/paths.ts'
import { GUIDES } from './run-guides.ts'
import { blocksOf, differences, readPage } from './run-page.ts'

const answer = { id: 'apt_1', fee: { amount: 4250, orderId: null }, steps: [{ n: 1 }, { n: 2 }] }

test.each([
  [{ id: 'apt_…', fee: { amount: 4250 } }],
  [{ steps: [{ n: 2 }] }],
  [{ steps: [{ n: 1 }, { n: '…' }] }],
  [{ fee: { orderId: null } }],
])('a response contains: %j', (shown) => {
  expect(differences(shown, answer)).toEqual([])
})

test.each([
  [{ id: 'ord_…' }, '.id'],
  [{ fee: { amount: 4750 } }, '.fee.amount'],
  [{ fee: { orderId: '…_…' } }, '.fee.orderId'],
  [{ missing: '…' }, '.missing'],
  [{ missing: null }, '.missing'],
  [{ steps: [{ n: 2 }, { n: 1 }] }, '.steps'],
  [{ steps: [] }, '.steps'],
  [[answer], '.'],
])('a response lacks: %j', (shown, at) => {
  expect(differences(shown, answer)).toEqual([expect.stringContaining(`${at}: shows `)])
})

test('a block is followed by its response or output', () => {
  const page = [
    '```sh file=a.sh',
    'get /x',
    '```',
    '```json',
    '{"n": 1}',
    '```',
    '```js file=b.js',
    '1',
    '```',
    '',
  ]
  expect(blocksOf(page.join('\n'), 'a.sh')).toEqual({
    files: new Map([['b.js', '1\n']]),
    commands: [{ line: 1, code: 'get /x\n', shown: { json: { n: 1 } } }],
  })
})

test.each(GUIDES)('%s loads the helpers, shows responses, and is listed', (guide) => {
  const { commands } = readPage(guide)
  expect(commands[0]?.code).toContain('. ./helpers.sh')
  expect(commands.filter(({ shown }) => shown).length).toBeGreaterThan(3)
  const list = readFileSync(path.join(root, 'docs', 'guides', 'README.md'), 'utf8')
  expect(list).toContain(`](${path.basename(guide)}.md)`)
})

test('the diagram of the records names existing ids', () => {
  const page = readFileSync(path.join(root, 'docs', 'records.md'), 'utf8')
  const shown = [...page.matchAll(/\(([a-z]+)_\)/g)].map(([, prefix]) => prefix)
  expect(shown.length).toBeGreaterThan(15)
  expect(Object.values(ID_PREFIXES)).toEqual(expect.arrayContaining(shown))
})
