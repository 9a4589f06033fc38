import '@fontsource-variable/inter/wght.css';
import '../theme/tokens.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Landing } from './Landing.tsx';

const root = document.getElementById('root') as HTMLElement;
const page = (
	<StrictMode>
		<Landing />
	</StrictMode>
);
// The build has written the page into the document; the development server has not.
if (root.hasChildNodes()) hydrateRoot(root, page);
else createRoot(root).render(page);
