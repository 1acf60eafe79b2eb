interface Route {
  /** The path as documented, such as `/v1/children/{id}`. */
  path: string
  /** A regular expression that the last parameter must match. */
  pattern?: string | undefined
}

/** The path of a route in the notation of the router. */
export const routerPath = ({ path, pattern }: Route): string =>
  path.replaceAll(/\{(\w+)\}/g, ':$1') + (pattern ? `{${pattern}}` : '')
