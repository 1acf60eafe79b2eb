/** stripe-mock: Stripe's own stand-in, which refuses whatever is not in the description of its API. */
import type { Reporting } from './downloads.ts'
import { goInstall } from './go-install.ts'
import { withLock } from './lock.ts'
import { executable, onPath } from './on-path.ts'
import { cacheDir } from './paths.ts'

const VERSION = '0.203.0'

/** The program: on the PATH, in our cache, or built by Go; undefined when it can be had in no way. */
export async function stripeMockPath(options: Reporting = {}): Promise<string | undefined> {
  const built = cacheDir('bin', `stripe-mock-${VERSION}`)
  const cached = () => onPath('stripe-mock') ?? executable(built)
  const ready = cached()
  if (ready) return ready
  return withLock(cacheDir('locks', 'stripe-mock'), async () => {
    const target = `github.com/stripe/stripe-mock@v${VERSION}`
    return cached() ?? (await goInstall(target, built, options))
  })
}
