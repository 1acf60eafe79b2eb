import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHANGELOG } from '../../api/documents/changelog.ts'
import { contractReport } from '../../api/documents/contract-report.ts'
import { buildOpenApi } from '../../api/documents/openapi.ts'
import type { OpenApiDocument } from '../../api/documents/openapi-document.ts'
import { generatedDocuments } from '../../api/documents/write-documents.ts'
import { operations } from '../../api/resources/index.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')

test.each(Object.entries(generatedDocuments()))(
  '%s is what `bin/therapy openapi --write` writes',
  (name, content) => {
    // Compared by line, because diffing a megabyte takes minutes.
    const committed = read(name).split('\n')
    const built = content.split('\n')
    const at = built.findIndex((line, index) => line !== committed[index])
    expect([committed[at], committed.length]).toEqual([built[at], built.length])
  },
)

test('api/openapi.json is the document of a listed release', () => {
  const released = JSON.parse(read('api/openapi.json')) as OpenApiDocument
  const { version } = released.info as { version: string }
  expect(CHANGELOG.map((it) => it.version)).toContain(version)
})

const linesNotIn = (others: readonly string[], lines: readonly string[]): string[] => {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}

describe('the contract report', () => {
  const text = JSON.stringify(buildOpenApi(operations))
  const before = contractReport(JSON.parse(text) as OpenApiDocument, operations).split('\n')

  const linesAfter = (change: (document: OpenApiDocument) => void) => {
    const document = JSON.parse(text) as OpenApiDocument
    change(document)
    const after = contractReport(document, operations).split('\n')
    return {
      gone: linesNotIn(after, before),
      new: linesNotIn(before, after),
    }
  }
  const schema = (document: OpenApiDocument, name: string) =>
    document.components['schemas']![name] as {
      properties: Record<string, Record<string, unknown>>
      required: string[]
    }

  test('has a line for each operation, and each line once', () => {
    for (const { id, method, path: at } of operations)
      expect(
        before.some((line) => line.startsWith(`operation ${id} ${method.toUpperCase()} ${at}`)),
      ).toBe(true)
    expect(new Set(before).size).toBe(before.length)
    expect(before.length).toBeGreaterThan(20_000)
  })

  test('shows a new member as a line', () => {
    const { gone, new: lines } = linesAfter((document) => {
      schema(document, 'Appointment').properties['color'] = { type: 'string' }
    })
    expect([gone, lines]).toEqual([[], ['schema Appointment .color: string']])
  })

  test('shows a member that becomes optional', () => {
    const { gone, new: lines } = linesAfter((document) => {
      const of = schema(document, 'Appointment')
      of.required = of.required.filter((name) => name !== 'startsAt')
    })
    expect(gone).toEqual(['schema Appointment .startsAt: string, format "date-time", required'])
    expect(lines).toEqual(['schema Appointment .startsAt: string, format "date-time"'])
  })

  test('shows a value, an error code, a scope and a member of an event as a line', () => {
    const { gone, new: lines } = linesAfter((document) => {
      const status = schema(document, 'Appointment').properties['status']!
      ;(status['enum'] as string[]).push('ASLEEP')
      const operation = document.paths['/v1/appointments']!['post']!
      operation['security'] = [{ oauth2: ['admin'] }]
      operation.responses['418'] = {
        content: { 'application/problem+json': { examples: { teapot: {} } } },
      }
      schema(document, 'BookingCreatedEvent').properties['data'] = { type: 'object' }
    })
    expect(lines).toEqual([
      'operation createAppointment 418 teapot',
      'operation createAppointment scope admin',
      'schema Appointment .status = ASLEEP',
    ])
    expect(gone).toContain('operation createAppointment scope bookings')
    expect(gone).toContain('event booking.created .data.childId: ChildId, required')
    expect(gone.filter((line) => !line.startsWith('event booking.created .data'))).toHaveLength(1)
  })
})
