import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openPaper, type Paper } from '#platform/core/paper/open-paper.ts'
import { renderInvoice } from '#receivables/invoices/render-invoice.ts'
import { renderStatement } from '#receivables/statements/render-statement.ts'
import type { Statement } from '#receivables/statements/schemas.ts'
import { renderSuperbill } from '#receivables/superbills/render-superbill.ts'
import type { Superbill } from '#receivables/superbills/schemas.ts'
import type { SettlementStatement } from '#payouts/settlements/load-settlement-statement.ts'
import { renderSettlement } from '#payouts/settlements/render-settlement.ts'
import { renderRecord } from '#records/child-records/render-record.ts'
import type { ChildRecord } from '#records/child-records/schemas.ts'
import { document } from '../../receivables/invoices/document.ts'

const NAMES = {
  Arabic: 'محمد علي',
  Hebrew: 'שרה לוי',
  Devanagari: 'कमला देवी',
  Thai: 'สมชาย ใจดี',
  Han: '王小明',
  Kana: '田中さくら',
  Hangul: '김민수',
  Cyrillic: 'Дмитрий Щербаков',
  Vietnamese: 'Nguyễn Thị Ánh',
  Georgian: 'ნინო ბერიძე',
  Armenian: 'Հայկ Սարգսյան',
  Ethiopic: 'አበበ በቀለ',
  Bengali: 'আমান কর',
  Tamil: 'கமலா',
} as const

const AT = '2026-11-20T09:30:00Z'

/** Each PDF that the platform makes, with the name of a person or a centre. */
const PAPERS = {
  invoice: (name: string) =>
    renderInvoice({ ...document, buyer: { ...document.buyer, name } }, undefined),
  statement: (name: string) =>
    renderStatement(
      {
        name,
        address: null,
        currency: 'EUR',
        startsOn: null,
        endsOn: '2026-11-30',
        openingBalance: 0,
        closingBalance: 0,
        movements: [],
        openItems: [],
      } as unknown as Statement,
      AT,
    ),
  superbill: (name: string) =>
    renderSuperbill({
      id: 'sup_1',
      seller: document.seller,
      patient: { name, birthDate: '2024-01-02', paidBy: 'Mara Weiss' },
      diagnosisCodes: [],
      startsOn: '2026-11-01',
      endsOn: '2026-11-30',
      createdAt: AT,
      currency: 'EUR',
      lines: [],
      amount: 0,
      paidAmount: 0,
    } as unknown as Superbill),
  settlement: (name: string) =>
    renderSettlement({
      settlement: {
        id: 'set_1',
        currency: 'EUR',
        status: 'PAID',
        startsOn: null,
        updatedAt: AT,
        provider: 0,
        carriedIn: 0,
        released: 0,
        withheld: 0,
        payout: 0,
        carriedOut: 0,
      },
      centreName: 'Sunrise',
      providerName: name,
      lines: [],
      reasons: [],
    } as unknown as SettlementStatement),
  record: (name: string) =>
    renderRecord({
      childId: 'chd_1',
      child: { firstName: name, lastName: '', birthDate: '2024-01-02', alerts: [] },
      exportedAt: AT,
      exportedBy: 'usr_1',
      labels: [],
      guardians: [],
      consents: [],
      goals: [],
      forms: [],
      assessments: [],
      treatmentCycles: [],
      earlyInterventionPrograms: [],
      sessions: [],
    } as unknown as ChildRecord),
} satisfies Record<string, (name: string) => Promise<Uint8Array>>

describe.each(Object.entries(PAPERS))('the PDF of a %s', (_, render) => {
  test.each(Object.entries(NAMES))('has a name in %s as text', async (_script, name) => {
    expect(await textOf(await render(name))).toContain(name)
  })
})

const paperWith = async (write: (paper: Paper) => void): Promise<Uint8Array> => {
  const paper = await openPaper({ title: 'Names', author: 'Sunrise', at: new Date(AT) })
  write(paper)
  return paper.finish('names')
}

const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
afterEach(() => void warnings.mockClear())

describe('a paper', () => {
  test.each(['प्रिया शर्मा', 'น้ำฝน', 'محمد (علي) 2024', 'ਗੁਰਪ੍ਰੀਤ'])(
    'gives readers %s as it is written, whatever the order of its glyphs',
    async (name) => {
      const pdf = await paperWith(({ line }) => line(`Name ${name}`))
      expect(writtenIn(pdf)).toContain(`Name ${name}`)
      expect(warnings).not.toHaveBeenCalled()
    },
  )

  test('keeps the place of what stands beside an Arabic name', async () => {
    const pdf = await paperWith(({ line }) => line('محمد · 2024-01-02 · Mara'))
    const places = placesOf(pdf)
    expect(places.length).toBeGreaterThan(2)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  test('sets a name in a label from the right, and the label from the left', async () => {
    const pdf = await paperWith(({ line }) => line('Born: שרה לוי and others'))
    const [label, name, rest] = placesOf(pdf)
    expect(label).toBeLessThan(name!)
    expect(name).toBeLessThan(rest!)
    expect(await textOf(pdf)).toContain('Born: שרה לוי and others')
  })

  test('breaks a text without spaces between its words', async () => {
    const sentence = 'กรุงเทพมหานครเป็นเมืองหลวงและเป็นเมืองที่ใหญ่ที่สุดของประเทศไทย'
    const pdf = await paperWith(({ line }) => line(sentence.repeat(4)))
    const lines = writtenIn(pdf)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).toBe(sentence.repeat(4))
  })

  test('writes a sign for a letter that no font has, and says so', async () => {
    const pdf = await paperWith(({ line }) => line('Name 𓀀𓀀'))
    expect(await textOf(pdf)).toContain('Letters without a font, written as �: U+13000')
    expect(writtenIn(pdf)).toContain('Name 𓀀𓀀')
    expect(warnings).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('U+13000'),
      expect.anything(),
    )
  })

  test('has the same bytes each time', async () => {
    const write = ({ title, row }: Paper): void => {
      title(NAMES.Hebrew)
      row([{ x: 56, width: 100, align: 'right' }], 'bold', [NAMES.Han])
    }
    expect(await paperWith(write)).toEqual(await paperWith(write))
  })

  test('goes on to a next page in any script', async () => {
    const pdf = await paperWith(({ line }) => {
      for (let index = 0; index < 90; index += 1) line(NAMES.Devanagari)
    })
    expect((await getDocumentProxy(new Uint8Array(pdf))).numPages).toBe(2)
  })
})

const textOf = async (bytes: Uint8Array): Promise<string> => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

/** From the left, where the runs of the marked lines begin, in the order of the text. */
const placesOf = (bytes: Uint8Array): number[] =>
  contentsOf(bytes).flatMap((content) =>
    [...content.matchAll(/ BDC\n([^]*?)EMC/g)].flatMap(([, line]) =>
      [...line!.matchAll(/^1 0 0 1 ([\d.]+) [\d.]+ Tm$/gm)].map(([, x]) => Number(x)),
    ),
  )

/** The texts that the document gives for its glyphs: `ActualText` of marked content, in UTF-16. */
const writtenIn = (bytes: Uint8Array): string[] =>
  contentsOf(bytes).flatMap((content) =>
    [...content.matchAll(ACTUAL_TEXT)].map(([, text]) => decoded(text!)),
  )

const contentsOf = (bytes: Uint8Array): string[] => {
  const pdf = Buffer.from(bytes)
  const contents: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7))
    contents.push(inflated(pdf.subarray(at + 7, pdf.indexOf('\nendstream', at))))
  return contents
}

const ACTUAL_TEXT = /\/ActualText \(((?:\\[^]|[^\\)])*)\)/g
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const inflated = (bytes: Buffer): string => {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

const decoded = (text: string): string => {
  const bytes = text.replaceAll(/\\([^])/g, (_, it: string) => ESCAPES[it] ?? it)
  const isUtf16 = bytes.startsWith('\u00fe\u00ff')
  return isUtf16 ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le') : bytes
}
