import { LANGUAGES, type Language } from '#messaging/locales/languages.ts'
import type { HttpContext } from '../http/http-context.ts'

/** The language tags that the browser accepts, best first. */
export const tagsOf = (c: HttpContext): string[] =>
  (c.req.header('accept-language') ?? '').split(',').map((tag) => tag.split(';', 1)[0]!.trim())

/** The language of a page for a person who is not known: the best one that the browser accepts, otherwise English. */
export const languageOf = (c: HttpContext): Language =>
  tagsOf(c)
    .map((tag) => tag.toLowerCase().split('-', 1)[0]!)
    .flatMap((tag) => LANGUAGES.filter((language) => language === tag))[0] ?? 'en'
