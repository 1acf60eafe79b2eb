import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defaultPayloadConverter, METADATA_ENCODING_KEY, type Payload } from '@temporalio/common'
import { expect, test } from 'vitest'
import { root } from '../../dev/paths.ts'
import { EncryptionCodec } from '../../providers/temporal/index.ts'
import { readable } from '#platform/core/workflow-kinds/readable.ts'

/** What operators can read in the Temporal UI without the codec, and that nothing else is readable there. */

const codec = new EncryptionCodec(new Map([['k', Buffer.alloc(32, 7)]]))
const encodingOf = ({ metadata }: Payload) =>
  Buffer.from(metadata?.[METADATA_ENCODING_KEY] ?? []).toString()
const encoded = async (value: unknown) =>
  (await codec.encode([defaultPayloadConverter.toPayload(value)]))[0]!

test.each([
  ['reminder-48h'],
  ['appointmentLifecycle of apt_01m7zavmhde4es2ts9few7fzev'],
  ['What happened: GET /v1/follow-ups?subjectId=apt_01m7zavmhde4es2ts9few7fzev'],
])('%s is readable and decodes unchanged', async (text) => {
  const payload = await encoded(readable(text))
  expect(encodingOf(payload)).toBe('json/plain')
  expect(Buffer.from(payload.data!).toString()).toContain(text)
  const [decoded] = await codec.decode([payload])
  expect(defaultPayloadConverter.fromPayload(decoded!)).toBe(readable(text))
})

test.each([
  ['a text that is not for operators', 'Lena Weiss'],
  ['an address', readable('lena@example.com')],
  ['a name of another script', readable('Ľuboš')],
  ['a text of several lines', readable('a\nb')],
  ['a long text', readable('a'.repeat(600))],
  ['an object', { text: readable('reminder-48h') }],
  ['a list', [readable('reminder-48h')]],
])('%s is encrypted', async (_, value) => {
  const payload = await encoded(value)
  expect(encodingOf(payload)).toBe('binary/encrypted')
  const [decoded] = await codec.decode([payload])
  expect(defaultPayloadConverter.fromPayload(decoded!)).toEqual(value)
})

test('plaintext injected into Temporal is refused', async () => {
  const plain = defaultPayloadConverter.toPayload({ tenantId: 'ten_1', subjectId: 'apt_1' })
  await expect(codec.decode([plain])).rejects.toThrow('not encrypted')
})

/**
 * Names of steps and workflows come from our code, and ids are ids. Names given by a centre (nodes of agents)
 * are not readable.
 */
const CLOSED: Record<string, readonly string[]> = {
  'relay/dispatch.ts': [
    '`${name} of ${subjectId}`',
    "`Tenant ${tenantId}, ${subjectType} ${subjects}. Its first step is ${firstStep}${dueAt ? `, due at ${dueAt}` : ''}. ${whereToRead(message)}`",
  ],
  'workflows/steps.ts': ['input.step'],
  'workflows/subject.ts': ['step'],
  'workflows/webhook-recovery/workflow.ts': ["'endpoint-backlog'"],
}

test('only ids and names of closed lists are readable', () => {
  const files = globSync('{activities,domain,relay,worker,workflows}/**/*.ts', { cwd: root })
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    if (!text.includes("from '#platform/core/workflow-kinds/readable.ts'")) return []
    const calls = [...text.matchAll(/\breadable\(\s*([^()]*(?:\([^()]*\)[^()]*)*?),?\s*\)/g)]
    return [[file, calls.map(([, what = '']) => what.replace(/,\s*$/, ''))] as const]
  })
  expect(Object.fromEntries(found)).toEqual(CLOSED)
})
