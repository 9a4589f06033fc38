#!/usr/bin/env node
import module from 'node:module';
import { cacheFolder } from './profiles/folders.ts';

// V8's compiled code is kept from one start to the next (Node 22 and later), in the user's own folder: a shared one
// could be written by somebody else.
module.enableCompileCache?.(cacheFolder());
const { main } = await import('./main.ts');
await main(process.argv);
