import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { drawFlowchart, parseFlowchart } from '../../api/documents/flowchart.ts'
import { guidePage } from '../../api/documents/guide-page.ts'
import { PAGES } from '../../api/documents/pages.ts'

const root = path.join(import.meta.dirname, '../..')

/** Every flowchart of a page served by the API. */
const charts = PAGES.flatMap(({ path: page }) => {
  const text = readFileSync(path.join(root, page), 'utf8')
  return [...text.matchAll(/```mermaid\n([\s\S]*?)```/g)].map(([, chart], at) => ({
    name: `${page}, ${at + 1}`,
    chart: chart!,
  }))
})

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const boxesOf = (svg: string): Box[] =>
  [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="(\d+)" height="(\d+)"/g)].map(
    ([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }),
  )

const overlap = (a: Box, b: Box) =>
  Math.abs(a.x - b.x) < a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('the pages contain flowcharts', () => {
  expect(charts.length).toBeGreaterThan(2)
})

describe.each(charts)('$name', ({ chart }) => {
  const { nodes, edges } = parseFlowchart(chart)
  const svg = drawFlowchart({ nodes, edges })

  test('has a box for each node, without overlaps', () => {
    const boxes = boxesOf(svg)
    expect(boxes).toHaveLength(nodes.size)
    const over = boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => overlap(a, b)))
    expect(over).toEqual([])
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!
    for (const box of boxes) {
      expect(box.x).toBeGreaterThan(0)
      expect(box.x + box.width).toBeLessThan(Number(width))
      expect(box.y + box.height).toBeLessThan(Number(height))
    }
  })

  test('has an arrow with its label for each edge', () => {
    expect(svg.match(/<path d="M[^"]*C/g)).toHaveLength(edges.length)
    const labelled = edges.filter(({ label }) => label !== '')
    expect(svg.match(/class="caption"/g)).toHaveLength(labelled.length)
    for (const { from, label, to } of labelled)
      expect(svg).toContain(`${nodes.get(from)} ${label} ${nodes.get(to)}`)
  })
})

test('a page shows the drawing instead of its source, in its own colors', () => {
  const html = guidePage(
    '/docs/records.md',
    readFileSync(path.join(root, 'docs/records.md'), 'utf8'),
  )
  expect(html).toContain('<svg viewBox')
  expect(html).not.toContain('flowchart LR')
  expect(html).toContain('prefers-color-scheme: dark')
})

test('a label cannot inject markup into the drawing', () => {
  const svg = drawFlowchart(parseFlowchart('flowchart LR\n  a["<b>"] -->|x & y| c["D"]'))
  expect(svg).not.toContain('<b>')
  expect(svg).toContain('x &amp; y')
})

test.each([
  ['another kind of picture', 'sequenceDiagram\n  a->>b: x', 'Not a flowchart'],
  ['another arrow', 'flowchart LR\n  a ==> b', 'Not an arrow'],
  ['another shape', 'flowchart LR\n  a(round) --> b', 'Not a node'],
  ['a circle', 'flowchart LR\n  a --> b\n  b --> a', 'lead in a circle'],
])('%s is refused by a test', (_, chart, says) => {
  expect(() => drawFlowchart(parseFlowchart(chart))).toThrow(says)
})

test('no page uses another Mermaid diagram', () => {
  const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const written = pages
    .filter((name) => name.endsWith('.md'))
    .filter((name) => readFileSync(path.join(root, 'docs', name), 'utf8').includes('```mermaid'))
  expect(written).toEqual(['records.md'])
})
