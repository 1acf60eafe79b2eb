import { Parser } from 'htmlparser2'
import { assertDepth } from './assert-depth.ts'
import type { LeftOut, ReadText } from './block.ts'
import { htmlBlocks } from './html-blocks.ts'
import { HTML_ELEMENTS } from './html-elements.ts'
import { isSelected, STRIKING, struckSelectors, type StyledElement } from './struck-selectors.ts'

const HIDING =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?:\D|$))/i

type Attributes = Record<string, string>

const isHidden = ({ hidden, style, 'aria-hidden': aria }: Attributes): boolean =>
  hidden !== undefined || aria === 'true' || (style !== undefined && HIDING.test(style))

interface OpenElement extends StyledElement {
  leftOut: boolean
}

/**
 * The visible text of HTML: without scripts, hidden elements, and what is struck out. Each block has its headings.
 */
export const readHtml = (html: string): ReadText => {
  const selectors = /line-through/i.test(html) ? struckSelectors(styleSheetsOf(html)) : []
  const blocks = htmlBlocks()
  const open: OpenElement[] = []
  const reasons = new Set<LeftOut['code']>()
  let leftOut = 0

  const reasonToLeaveOut = (element: StyledElement, attributes: Attributes) => {
    if (isHidden(attributes)) return 'hidden_text_left_out'
    const isStruck =
      HTML_ELEMENTS.struck.has(element.name) ||
      STRIKING.test(attributes['style'] ?? '') ||
      isSelected(element, open, selectors)
    return isStruck ? 'struck_text_left_out' : undefined
  }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const classes = attributes['class']?.split(/\s+/) ?? []
      const element = { name, id: attributes['id'], classes }
      const reason = leftOut > 0 ? undefined : reasonToLeaveOut(element, attributes)
      if (reason) reasons.add(reason)
      const isLeftOut = reason !== undefined || HTML_ELEMENTS.leftOut.has(name)
      // A cell whose text is struck out still takes its place in the row.
      const isStruckCell = reason === 'struck_text_left_out' && HTML_ELEMENTS.cells.has(name)
      if (leftOut === 0 && (!isLeftOut || isStruckCell)) blocks.open(name, attributes)
      if (HTML_ELEMENTS.void.has(name)) return
      open.push({ ...element, leftOut: isLeftOut })
      assertDepth(open.length)
      if (isLeftOut) leftOut += 1
    },
    ontext: (data) => {
      if (leftOut === 0) blocks.write(data)
    },
    onclosetag: (name) => {
      if (HTML_ELEMENTS.void.has(name)) return
      const element = open.pop()
      if (element?.leftOut) leftOut -= 1
      else if (leftOut === 0) blocks.close(name)
    },
  })
  parser.end(html)
  return {
    pageCount: null,
    blocks: blocks.end(),
    leftOut: [...reasons].map((code) => ({ code, page: null })),
  }
}

/** The text of all style elements. */
const styleSheetsOf = (html: string): string => {
  const css: string[] = []
  let isStyle = false
  const parser = new Parser({
    onopentag: (name) => {
      isStyle = name === 'style'
    },
    ontext: (data) => {
      if (isStyle) css.push(data)
    },
    onclosetag: (name) => {
      if (name === 'style') isStyle = false
    },
  })
  parser.end(html)
  return css.join('')
}
