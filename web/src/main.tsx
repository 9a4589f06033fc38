import '@fontsource-variable/inter/wght.css';
import './theme/tokens.css';
import { createRoot } from 'react-dom/client';
import { FEATURES } from './features.ts';
import { App } from './shell/App.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(<App features={FEATURES} />);
