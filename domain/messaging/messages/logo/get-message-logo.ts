import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadLogo } from './load-logo.ts'
import type { MessageLogo } from './schemas.ts'

export const getMessageLogo = (ctx: Context): Promise<MessageLogo> =>
  read(ctx, 'message-settings:read', async (reader) => {
    const logo = await loadLogo(reader)
    if (!logo) throw notFound('logo')
    const { contents, ...facts } = logo
    return { ...facts, content: contents.toString('base64') }
  })
