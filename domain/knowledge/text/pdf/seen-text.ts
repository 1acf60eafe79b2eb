import type { Drawing, DrawnText } from './drawing.ts'
import { isWithin, type Box } from './matrix.ts'

/** Smaller letters cannot be read: a share of the height of the page, about two points of a letter. */
const SMALLEST = 1 / 400
/** Colours that differ less in each of red, green and blue look the same. */
const SAME_COLOR = 16
/** The height of a line through text, relative to its letters: an underline is below, and a line above is higher. */
const THROUGH = { from: 0.12, to: 0.55 }
/** The share of a text through which a line goes. */
const STRUCK = 0.7
const PAPER = '#ffffff'
/** Comparisons of texts with areas. A page that needs more is taken as it is. */
const MOST_COMPARISONS = 5_000_000

interface SeenText {
  /** What was left out has no text, but still takes its place between the rest. */
  seen: DrawnText[]
  /** Whether text was left out because it is hidden, or struck out. */
  hasHidden: boolean
  hasStruck: boolean
}

/**
 * The texts of a page that a reader sees: inked, large enough, on the page, in another colour than what is behind it,
 * not covered, and without a line through it. The invisible text of a scan is kept, because the scan shows the same.
 */
export const seenText = ({ texts, areas, rules }: Drawing, page: Box): SeenText => {
  const smallest = Math.min(page[3] - page[1], page[2] - page[0]) * SMALLEST
  const colors = new Set(areas.map(({ color }) => color))
  const opaque = areas.filter(({ isOpaque }) => isOpaque)
  const images = areas.filter(({ isImage }) => isImage)
  let comparisons = 0
  const find = <Among>(among: readonly Among[], is: (one: Among) => boolean) => {
    if ((comparisons += among.length) > MOST_COMPARISONS) return undefined
    return among.findLast(is)
  }
  const isSeen = (text: DrawnText): boolean => {
    const { transform, width, color, order } = text
    const [a, b, c, d, startX, startY] = transform
    const size = Math.hypot(c, d)
    const scale = Math.hypot(a, b) || 1
    // The middle of the text, above its baseline.
    const x = startX + (a / scale) * (width / 2) + c / 4
    const y = startY + (b / scale) * (width / 2) + d / 4
    if (text.isTurnedOff || size < smallest || !isWithin(page, x, y)) return false
    if (text.isInkless) return find(images, ({ box }) => isWithin(box, x, y)) !== undefined
    if (find(opaque, (area) => area.order > order && isWithin(area.box, x, y))) return false
    if (color === undefined || !(isAlike(color, PAPER) || colors.has(color))) return true
    const behind = find(areas, (area) => area.order < order && isWithin(area.box, x, y))
    return behind
      ? behind.color === undefined || !isAlike(color, behind.color)
      : !isAlike(color, PAPER)
  }
  const isStruck = ({ transform: [a, b, , d, x, baseline], width }: DrawnText): boolean => {
    if (b !== 0 || a <= 0) return false
    const through = find(rules, ([left, bottom, right, top]) => {
      const height = ((bottom + top) / 2 - baseline) / d
      const struck = Math.min(right, x + width) - Math.max(left, x)
      return height > THROUGH.from && height < THROUGH.to && struck >= width * STRUCK
    })
    return through !== undefined
  }
  let hasHidden = false
  let hasStruck = false
  const seen = texts.map((text): DrawnText => {
    const isHidden = !isSeen(text)
    const isLeftOut = isHidden || isStruck(text)
    hasHidden ||= isHidden
    hasStruck ||= isLeftOut && !isHidden
    return isLeftOut ? { ...text, text: '' } : text
  })
  return { seen, hasHidden, hasStruck }
}

const isAlike = (a: string, b: string): boolean => {
  const [one, other] = [parts(a), parts(b)]
  return one.every((part, index) => Math.abs(part - other[index]!) < SAME_COLOR)
}

const parts = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
