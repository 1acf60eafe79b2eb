import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import type { Context } from '../../domain/core/context.ts'
import type { Permission } from '../../domain/core/permissions.ts'
import { openLink, type FileLink } from '../../domain/attachments/links.ts'
import { fetchArchive } from '../../domain/person-exports/queries.ts'
import { MAX_FILE_BYTES } from '../../domain/attachments/rules.ts'
import { fetchFile, storeFile } from '../../domain/attachments/store-file.ts'
import type { Services } from '../services.ts'
import { contextOf, record, refuse, send, type HttpContext, type HttpEnv } from './call.ts'
import { count, countFailures } from './count.ts'
import { readBytes } from './json-body.ts'
import { DEFAULT_LIMIT_PER_MINUTE } from './rate-limit.ts'

/** Bytes in and out, by signed links that need no token: whoever asked for one is who acts. */
export const mountFiles = (app: Hono<HttpEnv>, services: Services): void => {
  app.put('/v1/files/:token', (c) =>
    withLink(services, c, 'upload', async (ctx, { fileId }) => {
      const bytes = await readBytes(c.req.raw, MAX_FILE_BYTES)
      const attachment = await storeFile(ctx, { id: fileId, bytes })
      services.wakeRelay()
      return send(c, 200, JSON.stringify(attachment), { 'Content-Type': 'application/json' })
    }),
  )
  app.get('/v1/files/:token', (c) =>
    withLink(services, c, 'download', async (ctx, { fileId, purpose }) => {
      if (purpose === 'archive') {
        const archive = await fetchArchive(ctx, { id: fileId })
        const subject = { type: 'personExport', id: fileId }
        await record(services, ctx, { outcome: 'allowed', httpStatus: 200, subject })
        // Node's web streams and those of the DOM differ in name alone.
        return send(c, 200, Readable.toWeb(archive) as ReadableStream<Uint8Array>, {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${fileId}.zip"`,
        })
      }
      const { name, contentType, bytes } = await fetchFile(ctx, { id: fileId })
      const subject = { type: 'attachment', id: fileId }
      await record(services, ctx, { outcome: 'allowed', httpStatus: 200, subject })
      return send(c, 200, new Uint8Array(bytes), {
        'Content-Type': contentType,
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      })
    }),
  )
}

const PERMISSIONS: Record<FileLink['purpose'], Permission> = {
  upload: 'attachments:write',
  download: 'attachments:read',
  archive: 'person-exports:read',
}

/** Failures count with all other requests of the address that come without a token. */
const FILE_LINKS = { name: 'address', limit: DEFAULT_LIMIT_PER_MINUTE }

const withLink = async (
  services: Services,
  c: HttpContext,
  purpose: 'upload' | 'download',
  work: (ctx: Context, link: FileLink) => Promise<Response>,
): Promise<Response> => {
  let ctx = contextOf(services, c, purpose === 'upload' ? 'uploadFile' : 'downloadFile')
  try {
    const link = await countFailures(services, c, FILE_LINKS, async () =>
      openLink(services.platform, c.req.param('token') ?? '', purpose),
    )
    await count(services, c, { key: `file-links:${link.actor.id}` })
    const permissions = new Set([PERMISSIONS[link.purpose]])
    const { tenantId, actor } = link
    ctx = { ...ctx, tenantId, actor: { ...actor, permissions }, httpStatus: 200 }
    return await work(ctx, link)
  } catch (error) {
    return refuse(services, c, ctx, error)
  }
}
