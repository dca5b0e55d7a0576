package com.getcapacitor;

import android.app.Activity;
import android.content.Context;

public class Plugin {

    protected Bridge bridge;

    public native void load();

    public native Context getContext();

    public native Activity getActivity();

    public native Bridge getBridge();

    public native void execute(Runnable work);

    public native void removeAllListeners();

    protected native boolean hasListeners(String event);

    protected native void notifyListeners(String event, JSObject data);

    protected native void notifyListeners(String event, JSObject data, boolean retainUntilConsumed);

    public native void addListener(PluginCall call);

    public native PermissionState getPermissionState(String alias);

    protected native void requestPermissionForAlias(String alias, PluginCall call, String callback);

    protected native void requestPermissionForAliases(String[] aliases, PluginCall call, String callback);

    protected native void handleOnStart();

    protected native void handleOnStop();

    protected native void handleOnDestroy();
}
