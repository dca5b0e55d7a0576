package com.getcapacitor;

public class PluginCall {

    public native JSArray getArray(String name);

    public native JSArray getArray(String name, JSArray fallback);

    public native Boolean getBoolean(String name);

    public native Boolean getBoolean(String name, Boolean fallback);

    public native Double getDouble(String name);

    public native Double getDouble(String name, Double fallback);

    public native JSObject getData();

    public native String getString(String name);

    public native String getString(String name, String fallback);

    public native void resolve();

    public native void resolve(JSObject data);

    public native void reject(String message);

    public native void reject(String message, Exception cause);

    public native void reject(String message, String code);

    public native void reject(String message, String code, Exception cause);

    public native void unavailable(String message);
}
