/** The URL of models that are never called: a local port without a listener. */
export const MODEL_URL = 'http://127.0.0.1:9/v1'
