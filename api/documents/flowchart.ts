/**
 * Draws the Mermaid flowcharts on our pages: boxes in rows, arrows downwards, in the colours of the page.
 * Mermaid itself runs only in browsers.
 */
import { escaped } from '#messaging/messages/render.ts'

interface Edge {
  from: string
  to: string
  label: string
}

export interface Flowchart {
  /** Labels by id, in the order of their first use. */
  nodes: Map<string, string>
  edges: Edge[]
}

const NODE = /^([\w-]+)(?:\["([^"]+)"\])?$/
const EDGE = /^(.+?)\s*-->(?:\|([^|]+)\|)?\s*(.+)$/

/** Parses the part of Mermaid that our pages use, and throws for anything else. */
export const parseFlowchart = (text: string): Flowchart => {
  const [head, ...lines] = text.trim().split('\n')
  if (!/^flowchart (?:LR|TD)$/.test(head ?? '')) throw new Error(`Not a flowchart: ${head}`)
  const nodes = new Map<string, string>()
  const node = (written: string): string => {
    const [, id, label] = NODE.exec(written.trim()) ?? []
    if (!id) throw new Error(`Not a node of a flowchart: ${written}`)
    nodes.set(id, label ?? nodes.get(id) ?? id)
    return id
  }
  const edges = lines.map((line) => {
    const [, from, label = '', to] = EDGE.exec(line.trim()) ?? []
    if (!from || !to) throw new Error(`Not an arrow of a flowchart: ${line}`)
    return { from: node(from), to: node(to), label }
  })
  return { nodes, edges }
}

/** A box, or the place where an arrow crosses a row. */
interface Place {
  id: string
  lines: string[]
  row: number
  width: number
  x: number
}

const WIDTH = 126
const BOX_HEIGHT = 46
const GAP = 16
/** The space between boxes that an arrow needs. */
const PASS = 56
const ROW_HEIGHT = 112
const MARGIN = 6
const SWEEPS = 12

export const drawFlowchart = (chart: Flowchart): string => {
  const { rows, routes } = layOut(chart)
  const places = rows.flat()
  const right = Math.max(...places.map(({ x, width }) => x + width / 2))
  const width = Math.ceil(right + MARGIN)
  const height = rows.length * ROW_HEIGHT - (ROW_HEIGHT - BOX_HEIGHT) + 2 * MARGIN
  const said = chart.edges.map(
    ({ from, to, label }) => `${chart.nodes.get(from)} ${label || 'to'} ${chart.nodes.get(to)}`,
  )
  return `<figure tabindex="0"><svg viewBox="0 0 ${width} ${height}" style="max-width:${width}px;min-width:min(${width}px,40rem)" role="img" aria-label="${escaped(said.join('; '))}" font-size="13" text-anchor="middle">
${routes.map(arrow).join('\n')}
${places
  .filter(({ lines }) => lines.length > 0)
  .map(box)
  .join('\n')}
${captionsOf(routes).map(caption).join('\n')}
</svg></figure>
`
}

interface Point {
  x: number
  y: number
}

interface Route {
  edge: Edge
  points: Point[]
}

const layOut = ({ nodes, edges }: Flowchart) => {
  const rowOf = rowsOf(nodes, edges)
  const places = new Map<string, Place>()
  for (const [id, label] of nodes)
    places.set(id, { id, lines: linesOf(label), row: rowOf.get(id)!, width: WIDTH, x: 0 })
  const paths = edges.map((edge, index) => {
    const between: string[] = []
    for (let row = rowOf.get(edge.from)! + 1; row < rowOf.get(edge.to)!; row += 1) {
      const id = `${index}/${row}`
      places.set(id, { id, lines: [], row, width: PASS, x: 0 })
      between.push(id)
    }
    return { edge, ids: [edge.from, ...between, edge.to] }
  })
  const links = paths.flatMap(({ ids }) => ids.slice(1).map((id, at) => [ids[at]!, id] as const))
  const rows = arrange([...places.values()], links)
  const routes = paths.map(({ edge, ids }) =>
    route(
      edge,
      ids.map((id) => places.get(id)!),
      edges,
      places,
    ),
  )
  return { rows, routes }
}

/** The row of each node, by the longest path to it. Nodes that no arrow reaches are just above their targets. */
const rowsOf = (
  nodes: ReadonlyMap<string, string>,
  edges: readonly Edge[],
): Map<string, number> => {
  const rows = new Map([...nodes.keys()].map((id) => [id, 0]))
  for (const _ of nodes)
    for (const { from, to } of edges) rows.set(to, Math.max(rows.get(to)!, rows.get(from)! + 1))
  for (const id of nodes.keys()) {
    const below = edges.filter(({ from }) => from === id).map(({ to }) => rows.get(to)!)
    if (!edges.some(({ to }) => to === id) && below.length > 0) rows.set(id, Math.min(...below) - 1)
  }
  const deepest = Math.max(...rows.values())
  if (deepest >= nodes.size) throw new Error('The arrows of a flowchart lead in a circle')
  return rows
}

/** Orders each row by its neighbours, and then aligns the boxes. */
const arrange = (places: Place[], links: readonly (readonly [string, string])[]): Place[][] => {
  const byId = new Map(places.map((place) => [place.id, place]))
  const joined = new Map<string, Place[]>()
  for (const [from, to] of links) {
    joined.set(from, [...(joined.get(from) ?? []), byId.get(to)!])
    joined.set(to, [...(joined.get(to) ?? []), byId.get(from)!])
  }
  const rows: Place[][] = []
  for (const place of places) (rows[place.row] ??= []).push(place)
  for (const row of rows) spread(row)
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed()) {
      const wanted = new Map(
        row.map((place) => [place.id, middle(joined.get(place.id) ?? [], place)]),
      )
      row.sort((a, b) => wanted.get(a.id)! - wanted.get(b.id)!)
      spread(row, wanted)
    }
  }
  const left = Math.min(...places.map(({ x, width }) => x - width / 2))
  for (const place of places) place.x += MARGIN - left
  return rows
}

const middle = (others: readonly Place[], own: Place): number =>
  others.length === 0 ? own.x : others.reduce((sum, { x }) => sum + x, 0) / others.length

/** Separates the boxes of a row, as close to their desired places as the order allows. */
const spread = (row: readonly Place[], wanted?: ReadonlyMap<string, number>): void => {
  let right = Number.NEGATIVE_INFINITY
  for (const place of row) {
    const least = right + GAP + place.width / 2
    place.x = Math.max(wanted?.get(place.id) ?? least, Number.isFinite(least) ? least : 0)
    right = place.x + place.width / 2
  }
  if (!wanted) return
  // Distributes the shift to both sides.
  const pushed = row.reduce((sum, place) => sum + place.x - wanted.get(place.id)!, 0) / row.length
  for (const place of row) place.x -= pushed
}

/** Draws an arrow. Arrows leave and reach a box side by side, in the order of their targets. */
const route = (
  edge: Edge,
  through: readonly Place[],
  edges: readonly Edge[],
  places: ReadonlyMap<string, Place>,
): Route => {
  const port = (place: Place, beside: readonly Edge[], other: (it: Edge) => string): number => {
    const order = beside.toSorted((a, b) => places.get(other(a))!.x - places.get(other(b))!.x)
    return place.x + place.width * ((order.indexOf(edge) + 1) / (order.length + 1) - 0.5)
  }
  const points = through.map((place, at) => {
    const top = MARGIN + place.row * ROW_HEIGHT
    if (at === 0) {
      const leaving = edges.filter(({ from }) => from === edge.from)
      return { x: port(place, leaving, ({ to }) => to), y: top + BOX_HEIGHT }
    }
    if (at < through.length - 1) return { x: place.x, y: top + BOX_HEIGHT / 2 }
    const reaching = edges.filter(({ to }) => to === edge.to)
    return { x: port(place, reaching, ({ from }) => from), y: top }
  })
  return { edge, points }
}

const arrow = ({ points }: Route): string => {
  const curves = points.slice(1).map(({ x, y }, at) => {
    const from = points[at]!
    const bend = (from.y + y) / 2
    return `C${round(from.x)} ${round(bend)} ${round(x)} ${round(bend)} ${round(x)} ${round(y)}`
  })
  const [start, end] = [points[0]!, points.at(-1)!]
  const x = round(end.x)
  const y = round(end.y)
  return `<path d="M${round(start.x)} ${round(start.y)}${curves.join('')}" fill="none" stroke="currentColor" stroke-opacity="0.5"/><path d="M${x - 4} ${y - 8}h8l-4 8z" fill="currentColor" fill-opacity="0.7"/>`
}

interface Caption {
  lines: string[]
  x: number
  y: number
}

/** Where a caption can be along its arrow, best first. */
const ALONG = [0.5, 0.38, 0.62, 0.28]

/** Places captions above the arrows, on the colour of the page, without overlaps. */
const captionsOf = (routes: readonly Route[]): Caption[] => {
  const placed: Caption[] = []
  for (const { edge, points } of routes) {
    if (!edge.label) continue
    const lines = linesOf(edge.label, CAPTION)
    const choices = ALONG.map((t) => ({ lines, ...pointAt(points[0]!, points[1]!, t) }))
    placed.push(choices.find((it) => !placed.some((other) => touch(it, other))) ?? choices[0]!)
  }
  return placed
}

const touch = (a: Caption, b: Caption): boolean =>
  Math.abs(a.x - b.x) < (widthOf(a) + widthOf(b)) / 2 &&
  Math.abs(a.y - b.y) < ((a.lines.length + b.lines.length) / 2) * 13

/** The approximate width of a caption's letters. */
const widthOf = ({ lines }: Caption): number => Math.max(...lines.map((it) => it.length)) * 6

/** A point on the curve of an arrow, whose ends are vertical. */
const pointAt = (from: Point, to: Point, t: number): Point => {
  const [start, end] = [(1 - t) ** 2 * (1 + 2 * t), t ** 2 * (3 - 2 * t)]
  const bend = (from.y + to.y) / 2
  const y = (1 - t) ** 3 * from.y + 3 * (1 - t) * t * bend + t ** 3 * to.y
  return { x: from.x * start + to.x * end, y }
}

const caption = ({ lines, x, y }: Caption): string =>
  textOf(lines, x, y + 4 - (lines.length - 1) * 6.5, 'class="caption" font-size="11"', 13)

const box = ({ lines, x, row, width }: Place): string => {
  const top = MARGIN + row * ROW_HEIGHT
  const first = top + BOX_HEIGHT / 2 + 5 - (lines.length - 1) * 7
  return `<rect x="${round(x - width / 2)}" y="${top}" width="${width}" height="${BOX_HEIGHT}" rx="6"/>${textOf(lines, x, first, '', 14)}`
}

const textOf = (
  lines: readonly string[],
  x: number,
  y: number,
  more: string,
  height: number,
): string =>
  `<text ${more}>${lines.map((line, at) => `<tspan x="${round(x)}" y="${round(y + at * height)}">${escaped(line)}</tspan>`).join('')}</text>`

const LINE = 15
const CAPTION = 11

/** Breaks text at spaces into lines that fit a box. */
const linesOf = (text: string, most = LINE): string[] => {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length <= most || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const round = (value: number): number => Math.round(value * 10) / 10
