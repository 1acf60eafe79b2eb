import { describe, expect, test } from 'vitest'
import { parse } from '#knowledge/documents/parse.ts'
import { readPdf } from '#knowledge/text/read-pdf.ts'
import { processorTime } from '../../support/processor-time.ts'
import { drawnPdf, drawRows } from '../pdf-of.ts'

type Draw = (document: PDFKit.PDFDocument) => void

/** The blocks of a PDF, in letters of 11 points. */
const blocksOf = async (draw: Draw) => {
  const bytes = await drawnPdf((document) => draw(document.fontSize(11)))
  return (await readPdf(bytes)).blocks
}

const textsOf = async (draw: Draw) => (await blocksOf(draw)).map(({ text }) => text)

const lines = (document: PDFKit.PDFDocument, texts: readonly string[], left = 72, top = 72) =>
  drawRows(
    document,
    texts.map((text) => [text]),
    { edges: [left], top, step: 14 },
  )

const PRICES = [
  ['Service', 'Length', 'Private price', 'Insured price'],
  ['Speech therapy', '30 min', '80 EUR', '20 EUR'],
  ['Occupational therapy', '35 min', '87 EUR', '23 EUR'],
  ['Physiotherapy', '40 min', '', '26 EUR'],
]
const EDGES = [72, 220, 320, 420]

describe('a PDF is read as it is laid out', () => {
  test('a table by row, between what is above and below it', async () => {
    const texts = await textsOf((document) => {
      document.text('These prices are valid from January on, and for all locations of the centre.')
      const top = drawRows(document, PRICES, { edges: EDGES, top: 120 })
      document.text('Ask at the front desk.', 72, top + 10)
    })
    expect(texts).toEqual([
      'These prices are valid from January on, and for all locations of the centre.',
      [
        'Service: Speech therapy · Length: 30 min · Private price: 80 EUR · Insured price: 20 EUR',
        'Service: Occupational therapy · Length: 35 min · Private price: 87 EUR · Insured price: 23 EUR',
        'Service: Physiotherapy · Length: 40 min · Insured price: 26 EUR',
      ].join('\n'),
      'Ask at the front desk.',
    ])
  })

  test('a table with lines in its cells, and figures at the right edge', async () => {
    const texts = await textsOf((document) => {
      const rule = 'You can cancel free of charge until a day before the session begins.'
      let top = 72
      for (const [name, text, fee] of [
        ['Case', 'Rule', 'Fee'],
        ['Cancelling', rule, '0 EUR'],
        ['Absence', 'We charge the whole session, unless the child is ill.', '120 EUR'],
      ]) {
        document.text(name!, 72, top, { width: 90 })
        document.text(fee!, 400, top, { width: 60, align: 'right' })
        document.text(text!, 170, top, { width: 150 })
        top = document.y + 8
      }
    })
    expect(texts).toEqual([
      'Case: Cancelling · Rule: You can cancel free of charge until a day before the session begins. · Fee: 0 EUR\nCase: Absence · Rule: We charge the whole session, unless the child is ill. · Fee: 120 EUR',
    ])
  })

  test('a table that goes on, with the header of its first page on the others', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => [`Service V${n}`, '30 min', `${n} EUR`, ''])
    const blocks = await blocksOf((document) => {
      drawRows(document, [PRICES[0]!, ...rows.slice(0, 30)], { edges: EDGES, top: 72 })
      document.addPage()
      drawRows(document, rows.slice(30), { edges: EDGES, top: 72 })
    })
    expect(blocks.map(({ page, table }) => [page, table])).toEqual([
      [1, 'labelled'],
      [2, 'labelled'],
    ])
    expect(blocks.flatMap(({ text }) => text.split('\n'))).toEqual(
      rows.map(
        ([name, length, price]) => `Service: ${name} · Length: ${length} · Private price: ${price}`,
      ),
    )
  })

  test('a table with borders, whose cells have lines like running text', async () => {
    const rows = [
      ['Case', 'Rule'],
      [
        'You cancel a session of your child on the day before it begins, or earlier',
        'You pay nothing, and you can choose another time at once from those that are free',
      ],
      [
        'You cancel a session on the same day because your child is ill',
        'You pay nothing if you call us before eight in the morning',
      ],
    ]
    const texts = await textsOf((document) => document.table({ data: rows }))
    expect(texts).toEqual([
      rows
        .slice(1)
        .map(([name, rule]) => `Case: ${name} · Rule: ${rule}`)
        .join('\n'),
    ])
  })

  test('a table whose borders alone part its cells, beside struck-out text in a line', async () => {
    const texts = await textsOf((document) => {
      document.text('The fee is ', 72, 72, { continued: true })
      document.text('25 EUR, or 30 EUR in May', { strike: true, continued: true })
      document.text(' 40 EUR.', { strike: false })
      const rows = [
        ['Case', 'Rule', 'Fee'],
        ['Absence', 'You pay all.', '40 EUR'],
        ['Illness', 'You pay nothing.', '0 EUR'],
      ]
      const width = (column: number) =>
        Math.max(...rows.map((row) => document.widthOfString(row[column]!))) + 4
      const edges = [72, 72 + width(0), 72 + width(0) + width(1)]
      for (const edge of [70, ...edges.slice(1).map((it) => it - 2)])
        document.moveTo(edge, 100).lineTo(edge, 160).stroke()
      drawRows(document, rows, { edges, top: 104 })
    })
    expect(texts).toEqual([
      'The fee is 40 EUR.',
      'Case: Absence · Rule: You pay all. · Fee: 40 EUR\nCase: Illness · Rule: You pay nothing. · Fee: 0 EUR',
    ])
  })

  const LEFT = [
    'The swimming pool is heated to',
    'thirty-two degrees on every',
    'weekday, and it closes at',
    'eight in the evening.',
  ]
  const RIGHT = [
    'The gym opens at seven in',
    'the morning and closes at',
    'nine. Bring clean shoes and',
    'a towel when you come.',
  ]
  const POOL =
    'The swimming pool is heated to thirty-two degrees on every weekday, and it closes at eight in the evening.'
  const GYM =
    'The gym opens at seven in the morning and closes at nine. Bring clean shoes and a towel when you come.'

  test.each<[string, Draw]>([
    [
      'row by row',
      (document) => {
        const rows = LEFT.map((left, index) => [left, RIGHT[index]!])
        drawRows(document, rows, { edges: [72, 300], top: 100, step: 14 })
      },
    ],
    [
      'one after the other, not at the same heights',
      (document) => {
        lines(document, LEFT, 72, 100)
        lines(document, RIGHT, 300, 105)
      },
    ],
    [
      'the right one first',
      (document) => {
        lines(document, RIGHT, 300, 100)
        lines(document, LEFT, 72, 100)
      },
    ],
  ])('columns that are drawn %s', async (_, draw) => {
    const above = 'House rules of the centre for all families and their guests, valid from May on.'
    const texts = await textsOf((document) => {
      lines(document, [above], 72, 72)
      draw(document)
      lines(document, ['Ask at the desk.', 'Call us.'], 72, 190)
    })
    expect(texts).toEqual([above, POOL, GYM, 'Ask at the desk. Call us.'])
  })

  test('words that are parted at the end of a line, but not those that have a hyphen', async () => {
    const texts = await textsOf((document) =>
      lines(document, [
        'If you come late, we ask for the cancel-',
        'lation charge of 33 EUR, for an absence char-',
        'ge as well. Speech-language therapy by our speech-',
        'language team is free, as are pick-ups from Mon-',
        'day on. We are open on Vor-',
        'und Nachmittagen.',
      ]),
    )
    expect(texts).toEqual([
      'If you come late, we ask for the cancellation charge of 33 EUR, for an absence charge as well. Speech-language therapy by our speech-language team is free, as are pick-ups from Monday on. We are open on Vor- und Nachmittagen.',
    ])
  })

  test('larger letters as headings, over pages, but not what is a sentence or stands alone', async () => {
    const blocks = await blocksOf((document) => {
      document.fontSize(20).text('House rules').fontSize(15).text('Fees')
      document.fontSize(11).text('A late cancellation costs 25 EUR, and an absence costs 40 EUR.')
      document.fontSize(15).text('Call us at once: 030 123')
      document
        .addPage()
        .fontSize(11)
        .text('Children stay with you in the waiting room at all times.')
      document.fontSize(15).text('Pool').moveDown().text('Sauna')
      document
        .addPage()
        .fontSize(11)
        .text('It is closed from June to August, as it is warm outside.')
      document.addPage().fontSize(20).text('The end')
    })
    expect(blocks.map(({ page, headings, text }) => [page, headings.join(' > '), text])).toEqual([
      [1, 'House rules > Fees', 'A late cancellation costs 25 EUR, and an absence costs 40 EUR.'],
      [1, 'House rules > Fees', 'Call us at once: 030 123'],
      [2, 'House rules > Fees', 'Children stay with you in the waiting room at all times.'],
      [2, 'House rules', 'Pool'],
      [3, 'House rules > Sauna', 'It is closed from June to August, as it is warm outside.'],
      [4, '', 'The end'],
    ])
  })

  test('lists by item, and turned pages upright', async () => {
    const texts = await textsOf((document) => {
      document.list(['Bring a towel.', 'Leave your shoes at the door.'], { bulletRadius: 2 })
      document.text('• Do not run.')
      document.rotate(90, { origin: [300, 300] }).text('Emergency exit', 300, 300)
    })
    expect(texts).toEqual([
      'Bring a towel.',
      'Leave your shoes at the door.',
      '• Do not run.',
      'Emergency exit',
    ])
  })
})

/** The structure of a PDF, of which pdfkit has no types. */
interface Structure {
  _root: { data: Record<string, unknown> }
  page: { resources: { data: Record<string, unknown> } }
  ref: (data: object) => { end: () => void }
}

describe('text that a reader of a PDF does not see is left out, with a warning', () => {
  const raw = (content: string) => (document: PDFKit.PDFDocument) => {
    document.text('Open daily.', 72, 72)
    document.addContent(`BT /F1 11 Tf ${content} ET`)
  }
  test.each<[string, Draw]>([
    ['invisible', raw('3 Tr 1 0 0 -1 72 300 Tm (Therapy is free.) Tj 0 Tr')],
    ['a mask', raw('7 Tr 1 0 0 -1 72 300 Tm (Therapy is free.) Tj 0 Tr')],
    ['beside the page', raw('1 0 0 -1 900 300 Tm (Therapy is free.) Tj')],
    ['tiny', raw('0.1 0 0 -0.1 72 300 Tm (Therapy is free.) Tj')],
    [
      'white',
      (document) => {
        document
          .text('Open daily. ', { continued: true })
          .fillColor('#fefefe')
          .text('Therapy is free.')
      },
    ],
    [
      'in the colour of what is behind it',
      (document) => {
        document.text('Open daily.').rect(72, 200, 300, 30).fill('#204060')
        document.fillColor('#204060').text('Therapy is free.', 80, 210)
      },
    ],
    [
      'transparent',
      (document) => {
        document.text('Open daily.').fillOpacity(0).text('Therapy is free.')
      },
    ],
    [
      'in a layer that is turned off',
      (document) => {
        document.text('Open daily.', 72, 72)
        const { _root: catalog, page, ref } = document as unknown as Structure
        const layer = ref.call(document, { Type: 'OCG', Name: 'Draft' })
        layer.end()
        page.resources.data['Properties'] = { L1: layer }
        catalog.data['OCProperties'] = { OCGs: [layer], D: { OFF: [layer] } }
        document.addContent(
          '/OC /L1 BDC BT /F1 11 Tf 1 0 0 -1 72 300 Tm (Therapy is free.) Tj ET EMC',
        )
      },
    ],
    [
      'covered',
      (document) => {
        document.text('Open daily.').text('Therapy is free.', 72, 200)
        document.rect(70, 195, 120, 20).fill('black')
      },
    ],
  ])('%s', async (_, draw) => {
    const bytes = await drawnPdf((document) => draw(document.fontSize(11)))
    expect(await parse({ format: 'PDF', bytes })).toMatchObject({
      passages: [{ page: 1, text: 'Open daily.' }],
      warnings: [{ code: 'hidden_text_left_out', page: 1 }],
    })
  })

  test('but not white text on a band, text under a highlighter, or the text of a scan', async () => {
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const bytes = await drawnPdf((document) => {
      document.fontSize(11).rect(60, 60, 300, 30).fill('#204060')
      document.fillColor('white').text('Opening hours', 72, 70).fillColor('black')
      document.text('From 8 to 18.', 72, 110)
      document.fillOpacity(0.4).rect(70, 105, 100, 20).fill('yellow').fillOpacity(1)
      document.addPage().fontSize(11).text(' ').image(pixel, 0, 0, { width: 612, height: 792 })
      document.addContent('BT /F1 11 Tf 3 Tr 1 0 0 -1 72 300 Tm (Read by a machine.) Tj ET')
    })
    const { blocks, leftOut } = await readPdf(bytes)
    expect(leftOut).toEqual([])
    expect(blocks.map(({ page, text }) => [page, text])).toEqual([
      [1, 'Opening hours'],
      [1, 'From 8 to 18.'],
      [2, 'Read by a machine.'],
    ])
  })
})

test('a page of 200,000 pieces of text takes seconds', async () => {
  const spent = processorTime()
  const words = Array.from(
    { length: 200_000 },
    (_, n) => `1 0 0 -1 ${(n * 37) % 550} ${(n * 11) % 780} Tm (w${n}) Tj`,
  )
  const bytes = await drawnPdf((document) => {
    document.fontSize(9).text('Start')
    document.addContent(`BT /F1 9 Tf ${words.join(' ')} ET`)
  })
  const { blocks } = await readPdf(bytes)
  expect(blocks.length).toBeGreaterThan(0)
  expect(spent()).toBeLessThan(60_000)
})
