import '@fontsource-variable/inter/wght.css';
import './theme/tokens.css';
import { createRoot } from 'react-dom/client';
// Before the features: their styles override those of the shell and of the component library.
import { App } from './shell/App.tsx';
import { FEATURES } from './features.ts';

createRoot(document.getElementById('root') as HTMLElement).render(<App features={FEATURES} />);
