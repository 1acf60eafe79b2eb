import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { isLevelLine, isUprightLine, linesOfPath } from './lines-of-path.ts'
import { boxAt, IDENTITY, product, type Box, type Matrix } from './matrix.ts'
import { strikeOuts } from './strike-outs.ts'
import { textPen, type Glyph, type Lettering, type WrittenText } from './text-pen.ts'

/** A text of a page, and what decides whether a reader sees it. */
export interface DrawnText extends WrittenText {
  font: string
  /** Undefined for a pattern. */
  color: string | undefined
  /** Whether it draws no ink, such as the text behind a scanned page. */
  isInkless: boolean
  /** Whether it belongs to a layer that is turned off. */
  isTurnedOff: boolean
  /** Its place in the order of drawing. */
  order: number
}

/** What a page fills. */
interface FilledArea {
  box: Box
  /** Undefined for an image or a pattern. */
  color: string | undefined
  order: number
  /** Whether it fills all of its box, and nothing shines through. */
  isOpaque: boolean
  isImage: boolean
}

/** The texts and areas of a page, in the order of drawing. */
export interface Drawing {
  texts: DrawnText[]
  areas: FilledArea[]
  /** Level lines, drawn or filled. */
  rules: Box[]
  /** Upright lines. */
  bars: Box[]
}

/** The layers of a document that a viewer turns on or off. */
export type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>

interface State extends Lettering {
  font: string
  /** How text is painted. */
  mode: number
  color: string | undefined
  opacity: number
  isBlended: boolean
}

const INITIAL: State = {
  matrix: IDENTITY,
  font: '',
  size: 0,
  letterSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
  color: '#000000',
  opacity: 1,
  isBlended: false,
}

/** Text in these modes is not painted: it is invisible, or a mask for what follows. */
const INKLESS_MODES = new Set([3, 7])
/** Text in these modes has an outline, whose colour is not looked at. */
const OUTLINED_MODES = new Set([1, 2, 5, 6])
const FAINT = 0.05
const OPAQUE = 0.99
/** The numbers of the longest path of a rectangle. */
const LONGEST_RECTANGLE = 16
const IMAGE: Box = [0, 0, 1, 1]
const EVERYWHERE: Box = [-1e6, -1e6, 1e6, 1e6]

/**
 * What a page draws, which pdf.js does not tell with the text: colours, invisible text, and what covers it. Images are
 * not decoded; the place of one is where a transformation has nothing else to transform.
 */
export const drawingOf = async (page: PDFPageProxy, layers: Layers): Promise<Drawing> => {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 })
  const canvas = createCanvas()
  const { set, pen } = canvas
  const bothWays = [OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke]
  const filling = new Set<number>([OPS.fill, OPS.eoFill, ...bothWays])
  const stroking = new Set<number>([OPS.stroke, OPS.closeStroke, ...bothWays])
  // oxlint-disable-next-line typescript/no-explicit-any -- pdf.js types the arguments of an operator so
  const operators: Record<number, (args: any) => void> = {
    [OPS.save]: canvas.save,
    [OPS.restore]: canvas.restore,
    [OPS.transform]: canvas.transform,
    [OPS.paintFormXObjectBegin]: ([matrix]: [Matrix | null]) => canvas.beginForm(matrix),
    [OPS.paintFormXObjectEnd]: canvas.endForm,
    [OPS.beginMarkedContent]: () => canvas.beginPart(true),
    [OPS.beginMarkedContentProps]: ([tag, layer]: [unknown, unknown]) =>
      canvas.beginPart(tag !== 'OC' || Boolean(layers.isVisible(layer))),
    [OPS.endMarkedContent]: canvas.endPart,
    [OPS.setGState]: ([entries]: [[string, unknown][]]) => {
      for (const [key, value] of entries) set(fieldsOf(key, value))
    },
    [OPS.setFillRGBColor]: ([color]: [string]) => set({ color }),
    [OPS.setFillColorN]: () => set({ color: undefined }),
    [OPS.setFillTransparent]: () => set({ color: undefined }),
    [OPS.constructPath]: ([operator, [path], box]: [number, [Float32Array | null], Box | null]) =>
      canvas.drawPath(path, box && [box[0], box[1], box[2], box[3]], {
        isFilled: filling.has(operator),
        isStroked: stroking.has(operator),
      }),
    [OPS.shadingFill]: () => canvas.fillArea(EVERYWHERE, { color: undefined }),
    [OPS.beginText]: () => pen.setMatrix(IDENTITY),
    [OPS.setTextMatrix]: ([matrix]: [Matrix]) => pen.setMatrix([...matrix] as unknown as Matrix),
    [OPS.moveText]: ([dx, dy]: [number, number]) => pen.move(dx, dy),
    [OPS.setLeadingMoveText]: ([dx, dy]: [number, number]) => {
      set({ leading: -dy })
      pen.move(dx, dy)
    },
    [OPS.nextLine]: canvas.nextLine,
    [OPS.setFont]: ([font, size]: [string, number]) => set({ font, size }),
    [OPS.setCharSpacing]: ([letterSpacing]: [number]) => set({ letterSpacing }),
    [OPS.setWordSpacing]: ([wordSpacing]: [number]) => set({ wordSpacing }),
    [OPS.setHScale]: ([percent]: [number]) => set({ scale: percent / 100 }),
    [OPS.setLeading]: ([leading]: [number]) => set({ leading }),
    [OPS.setTextRise]: ([rise]: [number]) => set({ rise }),
    [OPS.setTextRenderingMode]: ([mode]: [number]) => set({ mode }),
    [OPS.showText]: ([glyphs]: [Glyph[]]) => canvas.write(glyphs),
  }
  for (const [index, operator] of fnArray.entries()) {
    canvas.drawing.order = index
    operators[operator]?.(argsArray[index])
  }
  const { texts, areas, rules, bars } = canvas.drawing
  return { texts, areas, bars, rules: [...(await strikeOuts(page)), ...rules] }
}

/** The fields that an entry of a graphics state sets. */
const fieldsOf = (key: string, value: unknown): Partial<State> => {
  if (key === 'ca') return { opacity: Number(value) }
  if (key === 'BM') return { isBlended: value !== 'source-over' }
  if (key === 'Font' && Array.isArray(value))
    return { font: String(value[0]), size: Number(value[1]) }
  return {}
}

/** Keeps what operators draw, with the state in which they draw it. */
const createCanvas = () => {
  const drawing: Drawing & { order: number } = {
    texts: [],
    areas: [],
    rules: [],
    bars: [],
    order: 0,
  }
  const pen = textPen()
  const saved: State[] = []
  /** Whether each open part of the content is shown. */
  const parts: boolean[] = []
  let state = INITIAL
  /** Whether nothing was drawn since the last transformation, so that it was that of an image. */
  let isEmpty = false

  const set = (fields: Partial<State>) => {
    state = { ...state, ...fields }
  }
  const save = () => void saved.push(state)
  const fill = (box: Box, more: Partial<FilledArea> = {}) => {
    isEmpty = false
    const { matrix, color } = state
    const { order } = drawing
    const onPage = boxAt(matrix, box)
    drawing.areas.push({ box: onPage, color, order, isOpaque: false, isImage: false, ...more })
  }
  const drawLine = (line: Box) => {
    if (isLevelLine(line)) drawing.rules.push(line)
    else if (isUprightLine(line)) drawing.bars.push(line)
  }
  const restore = () => {
    if (isEmpty) fill(IMAGE, { color: undefined, isImage: true })
    isEmpty = false
    state = saved.pop() ?? state
  }
  const transform = (matrix: Matrix | null) => {
    if (matrix) set({ matrix: product(state.matrix, matrix) })
    isEmpty = true
  }
  return {
    drawing,
    pen,
    set,
    save,
    restore,
    transform,
    fillArea: fill,
    beginForm: (matrix: Matrix | null) => {
      save()
      transform(matrix)
      isEmpty = false
    },
    endForm: () => {
      isEmpty = false
      restore()
    },
    beginPart: (isShown: boolean) => void parts.push(isShown),
    endPart: () => void parts.pop(),
    nextLine: () => pen.move(0, -state.leading),
    drawPath: (
      path: Float32Array | null,
      box: Box | null,
      { isFilled, isStroked }: { isFilled: boolean; isStroked: boolean },
    ) => {
      isEmpty = false
      const { matrix, opacity, isBlended } = state
      if (!path || !box || opacity < FAINT) return
      if (isStroked) for (const line of linesOfPath(path, matrix)) drawLine(line)
      if (!isFilled) return
      const onPage = boxAt(matrix, box)
      drawLine(onPage)
      const isRectangle = path.length <= LONGEST_RECTANGLE
      fill(box, { isOpaque: isRectangle && !isBlended && opacity > OPAQUE })
    },
    write: (glyphs: readonly Glyph[]) => {
      isEmpty = false
      const { font, mode, opacity } = state
      const color = OUTLINED_MODES.has(mode) ? undefined : state.color
      const isInkless = INKLESS_MODES.has(mode) || opacity < FAINT
      const isTurnedOff = parts.includes(false)
      const { order } = drawing
      for (const text of pen.write(glyphs, state))
        drawing.texts.push({ ...text, font, color, isInkless, isTurnedOff, order })
    },
  }
}
