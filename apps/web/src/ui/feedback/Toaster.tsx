import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { layerElement } from '../overlay/layers';
import styles from './Toaster.module.css';
import { hideToast, toastStore } from '../../shared/toast';

/**
 * The live region of toasts, mounted once outside of the app, which a call makes inert. It exists before its content, so that it is
 * announced.
 */
export function Toaster() {
  const toast = useStore(toastStore, (state) => state.toast);
  return createPortal(
    <div role="status" className={styles.place}>
      {toast && (
        <div key={toast.id} className={styles.toast}>
          {toast.words}
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.action?.run();
                hideToast(toast.id);
              }}
            >
              {toast.action.label}
            </button>
          )}
        </div>
      )}
    </div>,
    layerElement('notices'),
  );
}
