/** What pages without a design of their own look like: of the system's font, in one column, light or dark. */
export const PLAIN_STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }`
