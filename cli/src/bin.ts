#!/usr/bin/env node
import module from 'node:module';
import { cacheFolder } from './server/folders.ts';

// Caches V8's compiled code between runs (Node 22 and later). The folder belongs to the user: other users could write to a
// shared one.
module.enableCompileCache?.(cacheFolder());
const { main } = await import('./main.ts');
await main(process.argv);
