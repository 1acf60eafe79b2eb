/** A transformation as PDF writes it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export type Box = readonly [left: number, bottom: number, right: number, top: number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The transformation that applies the second, and then the first. */
export const product = (first: Matrix, second: Matrix): Matrix => {
  const [a, b, c, d, e, f] = first
  const [g, h, i, j, k, l] = second
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ]
}

export const pointAt = (
  [a, b, c, d, e, f]: Matrix,
  x: number,
  y: number,
): [x: number, y: number] => [a * x + c * y + e, b * x + d * y + f]

/** The smallest box around a transformed box. */
export const boxAt = (matrix: Matrix, [left, bottom, right, top]: Box): Box => {
  const corners = [
    pointAt(matrix, left, bottom),
    pointAt(matrix, left, top),
    pointAt(matrix, right, bottom),
    pointAt(matrix, right, top),
  ]
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

export const isWithin = ([left, bottom, right, top]: Box, x: number, y: number): boolean =>
  x >= left && x <= right && y >= bottom && y <= top
