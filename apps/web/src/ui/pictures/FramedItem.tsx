import type { ComponentProps } from 'react';
import styles from './PictureFrame.module.css';

/** An item of a list of pictures: reserves the space of its picture before it loads. */
export const FramedItem = (props: ComponentProps<'li'>) => <li className={styles.frame} {...props} />;
