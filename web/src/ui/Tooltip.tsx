import '../theme/overlays.ts';

// Loaded on demand: it needs a positioning library.
export { Tooltip as default } from '@mantine/core';
