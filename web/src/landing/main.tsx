import '@fontsource-variable/inter/wght.css';
import '../theme/tokens.css';
// The document links these styles: the page is shown before any component loads.
import '../ui/skipLink.css';
import '../ui/publicHeader.css';
import './landing.css';
import './status.css';
import './payout.css';
import './parts.css';
import './channel.css';
import './message.css';
import './notice.css';
import '../releases/releases.css';
import '../releases/releaseRow.css';
import '../releases/month.css';
import '../releases/calendarFeeds.css';

/** The page is complete without scripts, so they do not compete with what it shows first. */
function start(): void {
	void import('./hydrate.tsx').then(({ hydrate }) => hydrate());
}
if (document.readyState === 'complete') start();
else window.addEventListener('load', start, { once: true });
