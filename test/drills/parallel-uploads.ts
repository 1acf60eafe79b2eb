import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { request } from 'undici'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { largestWhile, residentMib } from './memory.ts'
import { reconcile, settled } from './oracle.ts'

const UPLOADS = 40
const FULL_BYTES = 24 * 1024 * 1024
const QUICK_BYTES = 12 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024
/** All 40 files would be 480 MiB in the quick form and 960 in the other; garbage collection lags behind. */
const LARGEST_GROWTH_MIB = 256
const LONGEST_MS = 300_000

interface Uploaded {
  id: string
  sha256: string
  status: number
}

export const parallelUploads: Drill = {
  name: 'parallel-uploads',
  what: '40 files of 24 MiB sent to one API process at once, and the bytes that it keeps',
  quick: true,
  run: async (run) => {
    const { site, quick, random, count, holds } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const [api] = site.apis
    // Without leftovers of earlier drills in its memory.
    await api!.end('SIGTERM')
    await api!.start()
    const ids: string[] = []
    for (let index = 0; index < UPLOADS; index += 1) ids.push(await announce(centre))
    const restingMib = residentMib(api!)
    const beganAt = performance.now()
    const [uploaded, peakMib] = await largestWhile(
      () => residentMib(api!),
      () =>
        Promise.all(
          ids.map((id, index) => upload(run, centre, id, index, quick ? QUICK_BYTES : FULL_BYTES)),
        ),
    )
    count('MiB each', (quick ? QUICK_BYTES : FULL_BYTES) / 1024 / 1024)
    count('seconds', ((performance.now() - beganAt) / 1_000).toFixed(1))
    count('memory at rest, MiB', restingMib)
    count('largest memory, MiB', peakMib)
    const grownMib = peakMib - restingMib
    holds(
      `the process grows by no more than ${LARGEST_GROWTH_MIB} MiB`,
      grownMib <= LARGEST_GROWTH_MIB,
      grownMib,
    )
    const refused = uploaded.filter(({ status }) => status !== 200)
    holds('every file is kept', refused.length === 0, refused.slice(0, 2))
    const wrong = await mismatches(run, centre, uploaded)
    holds('what is downloaded is what was sent and recorded', wrong.length === 0, wrong)
    await settled(run, [centre])
    await reconcile(run, { ledger, centres: [centre] })
  },
}

const call = async <Body>(centre: Centre, path: string, body?: object): Promise<Body> => {
  const method = body ? 'POST' : 'GET'
  const { text } = await centre.client.call({ method, path, ...(body && { body }) })
  return JSON.parse(text) as Body
}

const announce = async (centre: Centre): Promise<string> => {
  const { childId } = centre.nextBooking()
  const body = { childId, name: 'Record.txt', contentType: 'text/plain' }
  return (await call<{ id: string }>(centre, '/v1/attachments', body)).id
}

/** Uploads a file in chunks, and retries while the process has no room. */
const upload = async (
  { site }: DrillRun,
  centre: Centre,
  id: string,
  index: number,
  bytes: number,
): Promise<Uploaded> => {
  const { path } = await call<{ path: string }>(centre, `/v1/attachments/${id}/upload-link`, {})
  const chunk = Buffer.alloc(CHUNK_BYTES, `file ${index} `)
  const hash = createHash('sha256')
  for (let sent = 0; sent < bytes; sent += CHUNK_BYTES) hash.update(chunk)
  const sha256 = hash.digest('hex')
  const deadline = performance.now() + LONGEST_MS
  for (;;) {
    const {
      statusCode: status,
      headers,
      body,
    } = await request(site.apis[0]!.url + path, {
      method: 'PUT',
      headers: { 'content-length': String(bytes) },
      body: Readable.from(
        (function* () {
          for (let sent = 0; sent < bytes; sent += CHUNK_BYTES) yield chunk
        })(),
      ),
    })
    await body.dump()
    if (status !== 503 || performance.now() > deadline) return { id, sha256, status }
    await sleep(Number(headers['retry-after'] ?? 1) * 1_000)
  }
}

const mismatches = async (
  { site }: DrillRun,
  centre: Centre,
  uploaded: readonly Uploaded[],
): Promise<string[]> => {
  const wrong: string[] = []
  for (const { id, sha256 } of uploaded) {
    const record = await call<{ sha256: string }>(centre, `/v1/attachments/${id}`)
    const link = await call<{ path: string }>(centre, `/v1/attachments/${id}/download-link`, {})
    const { body } = await request(site.apis[0]!.url + link.path)
    const hash = createHash('sha256')
    for await (const chunk of body as AsyncIterable<Uint8Array>) hash.update(chunk)
    if (hash.digest('hex') !== sha256 || record.sha256 !== sha256) wrong.push(id)
  }
  return wrong
}
