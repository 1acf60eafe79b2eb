/** Where models of tests are that nobody asks: a port of this machine that nothing listens on. */
export const MODEL_URL = 'http://127.0.0.1:9/v1'
