import { PUBLIC_ROUTES } from '../endpoints/public-routes.ts'

/** The routes beside the operations that the document describes, as it has them. */
export const PUBLIC_PATHS: Record<string, Record<string, object>> = {}

for (const { path, method, document } of PUBLIC_ROUTES)
  if (document) (PUBLIC_PATHS[path] ??= {})[method.toLowerCase()] = document
