import type { PDFPageProxy } from 'unpdf/pdfjs'
import { drawingOf, type Layers } from './drawing.ts'
import type { Piece, Rule } from './lines-of.ts'
import { boxAt, pointAt, product, type Box, type Matrix } from './matrix.ts'
import { seenText } from './seen-text.ts'

/** The text of a page. */
export interface PageText {
  /** The pieces by their direction: text that runs upright first, then what is turned. */
  pieces: Piece[][]
  /** Its level lines, from top to bottom. */
  rules: Rule[]
  hasHidden: boolean
  hasStruck: boolean
}

interface Item {
  text: string
  transform: Matrix
  width: number
  font: string
}

/**
 * The text of a page that a reader sees, with its places. pdf.js joins what is visible with what is not, and the text
 * of cells that are close together, so its items are used only on pages that have neither.
 */
export const piecesOf = async (page: PDFPageProxy, layers: Layers): Promise<PageText> => {
  const drawing = await drawingOf(page, layers)
  const { seen, ...leftOut } = seenText(drawing, page.view as unknown as Box)
  const items =
    leftOut.hasHidden || leftOut.hasStruck ? seen.map(inVisualOrder) : await itemsOf(page)
  const { transform } = page.getViewport({ scale: 1 })
  const directions: Piece[][] = [[], [], [], []]
  for (const item of items) addPiece(directions, item, transform as unknown as Matrix)
  const shown = (box: Box): Box => boxAt(transform as unknown as Matrix, box)
  const bars = drawing.bars.slice(0, MOST_RULES).map(shown)
  return {
    pieces: directions.filter((some) => some.length > 0).map((some) => withBars(some, bars)),
    rules: drawing.rules
      .slice(0, MOST_RULES)
      .map(shown)
      .map(([left, top, right, bottom]): Rule => ({ left, right, height: (top + bottom) / 2 }))
      .toSorted((a, b) => a.height - b.height),
    ...leftOut,
  }
}

/** The space that a bar takes beside text, relative to its letters: as much as between columns. */
const BESIDE_BAR = 0.5

/** Makes room on both sides of upright lines, so that the cells beside them are apart. */
const withBars = (pieces: readonly Piece[], bars: readonly Box[]): Piece[] =>
  pieces.map((piece) => {
    const { baseline, size } = piece
    let { left, right } = piece
    for (const [barLeft, top, barRight, bottom] of bars) {
      if (baseline < top || baseline - size / 2 > bottom) continue
      const room = size * BESIDE_BAR
      const bar = (barLeft + barRight) / 2
      if (bar <= left + 1 && bar > left - room) left = Math.min(bar + room, right)
      else if (bar >= right - 1 && bar < right + room) right = Math.max(bar - room, left)
    }
    return { ...piece, left, right }
  })

const itemsOf = async (page: PDFPageProxy): Promise<Item[]> => {
  const { items } = await page.getTextContent()
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [
          {
            text: item.str,
            transform: item.transform as unknown as Matrix,
            width: item.width,
            font: item.fontName,
          },
        ]
      : [],
  )
}

/** Hebrew and Arabic are drawn from the left, so their letters are in reverse order. */
const inVisualOrder = <Given extends Item>(item: Given): Given =>
  /^\P{L}{0,20}[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(item.text)
    ? { ...item, text: Array.from(item.text).toReversed().join('') }
    : item

/** More lines are a drawing. Each table looks at all of them. */
const MOST_RULES = 5_000

const WIDE_SPACE = /\s{3,}/

/** Adds an item, in parts if it contains spaces as wide as those between columns. */
const addPiece = (
  directions: Piece[][],
  { text, transform, width, font }: Item,
  view: Matrix,
): void => {
  const [a, b, c, d, x, y] = product(view, transform)
  const size = Math.hypot(c, d)
  const quarter = Math.round(Math.atan2(b, a) / (Math.PI / 2)) & 3
  const [left, baseline] = pointAt(TURNS[quarter]!, x, y)
  if (text === '') {
    directions[quarter]!.push({ text, left, right: left + width, baseline, size, font })
    return
  }
  const letter = width / text.length
  let at = 0
  for (const part of text.split(WIDE_SPACE)) {
    at = text.indexOf(part, at)
    const said = part.trim()
    if (said !== '') {
      const start = left + (at + part.indexOf(said)) * letter
      directions[quarter]!.push({
        text: said,
        left: start,
        right: start + said.length * letter,
        baseline,
        size,
        font,
      })
    }
    at += part.length
  }
}

/** Turns text that runs down, upside down or up, so that it runs to the right. */
const TURNS: readonly Matrix[] = [
  [1, 0, 0, 1, 0, 0],
  [0, -1, 1, 0, 0, 0],
  [-1, 0, 0, -1, 0, 0],
  [0, 1, -1, 0, 0, 0],
]
