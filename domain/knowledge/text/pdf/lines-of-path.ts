import { pointAt, type Box, type Matrix } from './matrix.ts'

/** The numbers after each command of a path: move, line, two kinds of curves, and close. */
const NUMBERS_OF_COMMANDS = [2, 2, 6, 4, 0]
const LINE = 1

/** The lines of a path, such as the borders of cells. */
export const linesOfPath = (path: Float32Array, matrix: Matrix): Box[] => {
  const lines: Box[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at < path.length;) {
    const command = path[at]!
    const numbers = NUMBERS_OF_COMMANDS[command]
    if (numbers === undefined) break
    at += 1 + numbers
    if (numbers === 0) continue
    const [nextX, nextY] = pointAt(matrix, path[at - 2]!, path[at - 1]!)
    if (command === LINE)
      lines.push([Math.min(x, nextX), Math.min(y, nextY), Math.max(x, nextX), Math.max(y, nextY)])
    x = nextX
    y = nextY
  }
  return lines
}

/** A line is thinner than this, in points, also if it is drawn as an area, and longer than it is thick. */
const THICKEST = 3

export const isLevelLine = ([left, bottom, right, top]: Box): boolean =>
  top - bottom <= THICKEST && right - left > 2 * (top - bottom)

export const isUprightLine = ([left, bottom, right, top]: Box): boolean =>
  right - left <= THICKEST && top - bottom > 2 * (right - left)
