import { Readable } from 'node:stream'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import { fetchFile } from '#clinical/attachments/fetch-file.ts'
import { linkContext } from '#clinical/attachments/link-context.ts'
import { openFor } from '#clinical/attachments/open-for.ts'
import { openLink, type FileLink } from '#clinical/attachments/file-link.ts'
import { MAX_FILE_BYTES } from '#platform/files/rules.ts'
import { storeFile } from '#clinical/attachments/store-file.ts'
import { fetchArchive } from '#privacy/person-exports/queries.ts'
import type { Services } from '../services.ts'
import type { HttpContext } from '../http/http-context.ts'
import { contextOf, record, refuse, send } from '../http/call.ts'
import { count, countFailures } from '../http/count.ts'
import { assertDeclaredAtMost, chunksOf, declaredLength } from '../http/json-body.ts'
import { CREDENTIALS, type Serve } from './public-route.ts'

/** Uploads and downloads through signed links, without a token. The actor is the key that requested the link. */
export const uploadFile: Serve = (services, c, action) =>
  withLink(services, c, { action, purpose: 'upload' }, async (ctx, link) => {
    const request = c.req.raw
    assertDeclaredAtMost(request, MAX_FILE_BYTES)
    const contentLength = declaredLength(request)
    using _ = services.uploads.reserve(ctx.tenantId, contentLength)
    const attachment = await storeFile(ctx, link, {
      chunks: chunksOf(request),
      ...(contentLength !== undefined && { contentLength }),
    })
    services.wakeRelay()
    return send(c, 200, JSON.stringify(attachment), { 'Content-Type': 'application/json' })
  })

export const downloadFile: Serve = (services, c, action) =>
  withLink(services, c, { action, purpose: 'download' }, async (ctx, link) => {
    const { fileId: id, purpose } = link
    if (purpose === 'archive') {
      const archive = await fetchArchive(ctx, link)
      const subject = { type: 'personExport', id } as const
      return answerFile(services, c, ctx, archive, subject, {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${id}.zip"`,
      })
    }
    const { name, contentType, ...file } = await fetchFile(ctx, { id })
    return answerFile(services, c, ctx, file, subjectOf(id)!, {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    })
  })

/** Streams bytes once the audit row of the download has been committed. */
const answerFile = async (
  services: Services,
  c: HttpContext,
  ctx: OutsideContext,
  { contents, sizeBytes }: { contents: Readable; sizeBytes: number },
  subject: Subject,
  headers: Record<string, string>,
): Promise<Response> => {
  try {
    await record(services, ctx, { outcome: 'ALLOWED', httpStatus: 200, subject })
  } catch (error) {
    contents.destroy()
    throw error
  }
  // The types of Node's web streams and of the DOM's differ only by name.
  const body = Readable.toWeb(contents) as ReadableStream<Uint8Array>
  return send(c, 200, body, { ...headers, 'Content-Length': String(sizeBytes) })
}

const withLink = async (
  services: Services,
  c: HttpContext,
  { action, purpose }: { action: string; purpose: 'upload' | 'download' },
  work: (ctx: OutsideContext, link: FileLink) => Promise<Response>,
): Promise<Response> => {
  let ctx = contextOf(services, c, action)
  try {
    const link = await countFailures(services, c, CREDENTIALS.fileLink, async () =>
      openLink(services.platform, c.req.param('token') ?? '', purpose),
    )
    await count(services, c, { key: `file-links:${link.actor.id}` })
    ctx = linkContext({ ...ctx, httpStatus: 200 }, link)
    return await work(await openFor(ctx, link), link)
  } catch (error) {
    return refuse(services, c, ctx, error)
  }
}
