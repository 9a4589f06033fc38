export { type Running, run } from './run.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { makeBotToken } from './tokens/botToken.ts';
export { isSandboxMode, readServerSettings, type ServerSettings } from './settings.ts';
