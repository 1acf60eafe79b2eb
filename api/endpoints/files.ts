import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import type { OutsideContext } from '#platform/core/context.ts'
import type { Subject } from '#platform/core/transaction.ts'
import { fetchFile } from '#clinical/attachments/fetch-file.ts'
import { linkContext, openFor } from '#clinical/attachments/link-issuer.ts'
import { openLink, type FileLink } from '#clinical/attachments/links.ts'
import { MAX_FILE_BYTES } from '#clinical/attachments/rules.ts'
import { storeFile } from '#clinical/attachments/store-file.ts'
import { fetchArchive } from '#privacy/person-exports/queries.ts'
import type { Services } from '../services.ts'
import { contextOf, record, refuse, send, type HttpContext, type HttpEnv } from '../http/call.ts'
import { count, countFailures } from '../http/count.ts'
import { DEFAULT_LIMIT_PER_MINUTE } from '../http/rate-limit.ts'
import { assertDeclaredAtMost, chunksOf, declaredLength } from '../http/json-body.ts'
import { UploadBudget } from './upload-budget.ts'

/** Bytes in and out, by signed links that need no token: whoever asked for one is who acts. */
export const mountFiles = (app: Hono<HttpEnv>, services: Services): void => {
  const budget = new UploadBudget()
  app.put('/v1/files/:token', (c) =>
    withLink(services, c, 'upload', async (ctx, link) => {
      const request = c.req.raw
      assertDeclaredAtMost(request, MAX_FILE_BYTES)
      const contentLength = declaredLength(request)
      using _ = budget.reserve(ctx.tenantId, contentLength)
      const attachment = await storeFile(ctx, link, {
        chunks: chunksOf(request),
        ...(contentLength !== undefined && { contentLength }),
      })
      services.wakeRelay()
      return send(c, 200, JSON.stringify(attachment), { 'Content-Type': 'application/json' })
    }),
  )
  app.get('/v1/files/:token', (c) =>
    withLink(services, c, 'download', async (ctx, { fileId: id, purpose }) => {
      if (purpose === 'archive') {
        const archive = await fetchArchive(ctx, { id })
        return answerFile(
          services,
          c,
          ctx,
          archive,
          { type: 'personExport', id },
          {
            'Content-Type': 'application/zip',
            'Content-Disposition': `attachment; filename="${id}.zip"`,
          },
        )
      }
      const { name, contentType, ...file } = await fetchFile(ctx, { id })
      return answerFile(
        services,
        c,
        ctx,
        file,
        { type: 'attachment', id },
        {
          'Content-Type': contentType,
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        },
      )
    }),
  )
}

/** Answers bytes as they come, after the download's audit row has committed. */
const answerFile = async (
  services: Services,
  c: HttpContext,
  ctx: OutsideContext,
  { contents, sizeBytes }: { contents: Readable; sizeBytes: number },
  subject: Subject,
  headers: Record<string, string>,
): Promise<Response> => {
  try {
    await record(services, ctx, { outcome: 'allowed', httpStatus: 200, subject })
  } catch (error) {
    contents.destroy()
    throw error
  }
  // Node's web streams and those of the DOM differ in name alone.
  const body = Readable.toWeb(contents) as ReadableStream<Uint8Array>
  return send(c, 200, body, { ...headers, 'Content-Length': String(sizeBytes) })
}

/** Failures count with all other requests of the address that come without a token. */
const FILE_LINKS = { name: 'address', limit: DEFAULT_LIMIT_PER_MINUTE }

const withLink = async (
  services: Services,
  c: HttpContext,
  purpose: 'upload' | 'download',
  work: (ctx: OutsideContext, link: FileLink) => Promise<Response>,
): Promise<Response> => {
  let ctx = contextOf(services, c, purpose === 'upload' ? 'uploadFile' : 'downloadFile')
  try {
    const link = await countFailures(services, c, FILE_LINKS, async () =>
      openLink(services.platform, c.req.param('token') ?? '', purpose),
    )
    await count(services, c, { key: `file-links:${link.actor.id}` })
    ctx = linkContext({ ...ctx, httpStatus: 200 }, link)
    return await work(await openFor(ctx, link), link)
  } catch (error) {
    return refuse(services, c, ctx, error)
  }
}
