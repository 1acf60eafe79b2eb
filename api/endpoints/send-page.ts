import type { HttpContext } from '../http/http-context.ts'
import { send } from '../http/call.ts'
import { LINK_PAGE_POLICY, linkPage, type PageContent } from './link-page.ts'

export const sendPage = async (c: HttpContext, status: number, content: PageContent) =>
  send(c, status, await linkPage(content), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': LINK_PAGE_POLICY,
  })
