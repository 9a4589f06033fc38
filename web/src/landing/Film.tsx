import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/**
 * The background film (made by web/hero/draw.ts). It loads after the page, so that it delays nothing. Users who prefer
 * reduced motion or save data see a still image instead.
 */
export function Film() {
	const video = useRef<HTMLVideoElement>(null);
	const [playing, setPlaying] = useState<boolean | null>(null);
	useEffect(() => {
		const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
		const { connection } = navigator as { connection?: { saveData?: boolean } };
		if (reducedMotion.matches || connection?.saveData) return undefined;
		const start = () => {
			const film = video.current;
			if (!film) return;
			film.src = '/hero.mp4';
			film.muted = true;
			// Browsers may block autoplay. The still image then stays, and the button starts the film.
			film.play().then(
				() => setPlaying(true),
				() => setPlaying(false),
			);
		};
		if (document.readyState === 'complete') start();
		else window.addEventListener('load', start, { once: true });
		const pause = () => {
			video.current?.pause();
			setPlaying(false);
		};
		reducedMotion.addEventListener('change', pause);
		return () => {
			window.removeEventListener('load', start);
			reducedMotion.removeEventListener('change', pause);
		};
	}, []);
	const toggle = () => {
		if (playing) video.current?.pause();
		else void video.current?.play();
		setPlaying(!playing);
	};
	return (
		<>
			<video
				className="film"
				ref={video}
				poster="/hero.webp"
				preload="none"
				muted
				loop
				playsInline
				aria-hidden="true"
				tabIndex={-1}
			/>
			{playing !== null && (
				<button className="film-switch" type="button" onClick={toggle}>
					{playing ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
					<span className="unseen">{playing ? 'Pause the background film' : 'Play the background film'}</span>
				</button>
			)}
		</>
	);
}
