/** A text on a page, in points from its upper left corner. */
export interface Piece {
  text: string
  left: number
  right: number
  baseline: number
  /** The size of its letters. */
  size: number
  font: string
}

/** A level line on a page, in the same coordinates. */
export interface Rule {
  left: number
  right: number
  height: number
}

/** Pieces on one baseline, from left to right. Between them are gaps as wide as between columns. */
export interface Line {
  pieces: Piece[]
  baseline: number
  size: number
}

/** Baselines that differ by a smaller share of the letters belong to one line. */
const SAME_LINE = 0.35
/** A narrower gap is a space between words, relative to the letters; a narrower one than a space is none. */
const LARGEST_SPACE = 0.9
const SMALLEST_SPACE = 0.12

/** The lines of a page or column, from top to bottom. */
export const linesOf = (pieces: readonly Piece[]): Line[] => {
  const lines: Line[] = []
  for (const piece of pieces.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const line = lines.at(-1)
    const size = Math.max(piece.size, line?.size ?? 0)
    if (line && piece.baseline - line.baseline <= SAME_LINE * size) {
      line.pieces.push(piece)
      line.size = size
    } else lines.push({ pieces: [piece], baseline: piece.baseline, size: piece.size })
  }
  for (const line of lines) line.pieces = words(line)
  return lines.filter((line) => line.pieces.length > 0)
}

/** Joins what belongs to one column. A text that is drawn twice, to look bold, is kept once. */
const words = ({ pieces, size }: Line): Piece[] => {
  const isRightToLeft =
    pieces.filter(({ text }) => RIGHT_TO_LEFT.test(text)).length * 2 > pieces.length
  const sorted = pieces.toSorted((a, b) => (isRightToLeft ? b.right - a.right : a.left - b.left))
  const joined: Piece[] = []
  let last: Piece | undefined
  for (const piece of sorted) {
    if (last && isDrawnTwice(last, piece)) continue
    last = piece
    const before = joined.at(-1)
    const gap = before
      ? Math.max(piece.left - before.right, before.left - piece.right)
      : Number.POSITIVE_INFINITY
    if (!before || gap > LARGEST_SPACE * size) joined.push({ ...piece })
    else {
      before.text += gap > SMALLEST_SPACE * size ? ` ${piece.text}` : piece.text
      before.left = Math.min(before.left, piece.left)
      before.right = Math.max(before.right, piece.right)
      before.size = Math.max(before.size, piece.size)
    }
  }
  const said = joined.flatMap((piece) => {
    const text = piece.text.trim()
    return text === '' ? [] : [{ ...piece, text }]
  })
  return isRightToLeft ? said.toReversed() : said
}

/** Whether the first letter that is not a sign belongs to a script that runs from right to left. */
const RIGHT_TO_LEFT = /^\P{L}{0,20}[\p{Script=Hebrew}\p{Script=Arabic}]/u

const isDrawnTwice = (last: Piece, piece: Piece): boolean =>
  last.text === piece.text && Math.abs(piece.left - last.left) <= piece.size / 4
