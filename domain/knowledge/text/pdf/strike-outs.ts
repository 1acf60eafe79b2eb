import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { Box } from './matrix.ts'

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
