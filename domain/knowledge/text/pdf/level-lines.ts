import type { PDFPageProxy } from 'unpdf/pdfjs'
import { pointAt, type Box, type Matrix } from './matrix.ts'

/** The numbers after each command of a path: move, line, two kinds of curves, and close. */
const NUMBERS_OF_COMMANDS = [2, 2, 6, 4, 0]
const LINE = 1
/** A line whose ends differ less in height is level, in points. */
const LEVEL = 0.5

/** The level lines of a path, such as the borders of cells. */
export const levelLines = (path: Float32Array, matrix: Matrix): Box[] => {
  const lines: Box[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at < path.length;) {
    const command = path[at]!
    const numbers = NUMBERS_OF_COMMANDS[command]
    if (numbers === undefined) break
    at += 1 + numbers
    if (numbers === 0) continue
    const [nextX, nextY] = pointAt(matrix, path[at - 2]!, path[at - 1]!)
    if (command === LINE && Math.abs(nextY - y) < LEVEL && nextX !== x)
      lines.push([Math.min(x, nextX), y, Math.max(x, nextX), y])
    x = nextX
    y = nextY
  }
  return lines
}

/** A line that is drawn as an area is thinner, in points, and longer than it is thick. */
const THICKEST = 3

export const isLevelLine = ([left, bottom, right, top]: Box): boolean =>
  top - bottom <= THICKEST && right - left > 2 * (top - bottom)

/** The lines of annotations that strike text out. */
export const strikeOuts = async (page: PDFPageProxy): Promise<Box[]> => {
  const annotations = (await page.getAnnotations()) as {
    subtype?: string
    quadPoints?: Float32Array | null
  }[]
  return annotations
    .filter(({ subtype }) => subtype === 'StrikeOut')
    .flatMap(({ quadPoints }) => {
      const numbers = [...(quadPoints ?? [])]
      return Array.from({ length: Math.floor(numbers.length / 8) }, (_, quad) =>
        middleOf(numbers.slice(quad * 8, quad * 8 + 8)),
      )
    })
}

/** The line through the middle of four corners. */
const middleOf = (corners: readonly number[]): Box => {
  const xs = corners.filter((_, index) => index % 2 === 0)
  const ys = corners.filter((_, index) => index % 2 === 1)
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2
  return [Math.min(...xs), middle, Math.max(...xs), middle]
}
